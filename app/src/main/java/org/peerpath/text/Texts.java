// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/** Turns {@link Message}s into sentences of one language. Immutable; safe to share between threads. */
public final class Texts {
    private static final String BUNDLE = "org.peerpath.text.messages";
    /** A missing translation falls back to the English base bundle, never to the language of the machine. */
    private static final ResourceBundle.Control BASE_ONLY =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    /** English: the language of JSON output, logs and tests. */
    public static final Texts ENGLISH = new Texts(Locale.ENGLISH);

    /** The same in Korean. */
    public static final Texts KOREAN = new Texts(Locale.KOREAN);

    private final Locale locale;
    private final ResourceBundle bundle;

    /** Texts in a language; English where there is no bundle for it. */
    public Texts(Locale locale) {
        this.locale = locale;
        this.bundle = ResourceBundle.getBundle(BUNDLE, locale, BASE_ONLY);
    }

    public Locale locale() {
        return locale;
    }

    /** The sentence, with messages among its arguments said too, and each text among them in one line. */
    public String say(Message message) {
        return say(message.key(), message.args().toArray());
    }

    /**
     * The sentence for a key.
     *
     * @throws java.util.MissingResourceException if the key is in no bundle: a bug, caught by the bundle test
     */
    public String say(String key, Object... args) {
        String pattern = bundle.getString(key);
        if (args.length == 0 && pattern.indexOf('\'') < 0 && pattern.indexOf('{') < 0) {
            return pattern;
        }
        Object[] said = new Object[args.length];
        for (int i = 0; i < args.length; i++) {
            // A host's or a file's words stay within the sentence: what follows a line break would look like another.
            said[i] = args[i] instanceof Message inner
                    ? say(inner)
                    : args[i] instanceof String text ? Clean.line(text) : args[i];
        }
        return new MessageFormat(pattern, locale).format(said);
    }
}
