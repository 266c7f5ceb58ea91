// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.util.Locale;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** The language the window speaks now. */
public final class Language {
    private final ReadOnlyObjectWrapper<Texts> texts;

    public Language(Locale locale) {
        texts = new ReadOnlyObjectWrapper<>(new Texts(locale));
    }

    public ReadOnlyObjectProperty<Texts> textsProperty() {
        return texts.getReadOnlyProperty();
    }

    public void use(Locale locale) {
        if (!locale.getLanguage().equals(texts.get().locale().getLanguage())) {
            texts.set(new Texts(locale));
        }
    }

    public Texts texts() {
        return texts.get();
    }

    public String say(String key, Object... args) {
        return texts.get().say(key, args);
    }

    public String say(Message message) {
        return texts.get().say(message);
    }
}
