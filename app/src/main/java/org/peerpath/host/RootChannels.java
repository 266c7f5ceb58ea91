// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.peerpath.text.Message;

/**
 * A host on which one becomes root once for many scripts, not once for each: sudo without a terminal and pkexec remember no
 * password. There are as many root shells as scripts have run at once; all of them end with this.
 */
public final class RootChannels implements Host {
    private final Host host;
    private final Deque<RootChannel> idle = new ArrayDeque<>();
    private final Set<RootChannel> all = new HashSet<>();
    private boolean closed;

    /**
     * Over a host, which is closed with it.
     *
     * @param host how it is reached
     */
    public RootChannels(Host host) {
        this.host = host;
    }

    @Override
    public String name() {
        return host.name();
    }

    /** A dialogue keeps its standard input to itself, and so has a shell of its own. */
    @Override
    public <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
            throws HostException, InterruptedException, X {
        return host.talk(script, dialogue);
    }

    @Override
    public <T, X extends Exception> T run(Script script, OutputReader<T, X> reader)
            throws HostException, InterruptedException, X {
        if (script.privilege() != Privilege.ROOT) {
            return host.run(script, reader);
        }
        RootChannel channel = channel();
        boolean reusable = false;
        try {
            RootChannel.Outcome<T> outcome = channel.run(script, reader);
            reusable = outcome.reusable();
            return outcome.result();
        } finally {
            giveBack(channel, reusable);
        }
    }

    private RootChannel channel() throws HostException, InterruptedException {
        synchronized (idle) {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        RootChannel opened = RootChannel.open(host);
        synchronized (idle) {
            if (closed) {
                opened.close();
                throw new HostException(HostException.Kind.GONE, Message.of("host.no-status"));
            }
            all.add(opened);
        }
        return opened;
    }

    private void giveBack(RootChannel channel, boolean reusable) {
        synchronized (idle) {
            if (reusable && !closed) {
                idle.push(channel);
                return;
            }
            all.remove(channel);
        }
        channel.close();
    }

    @Override
    public void close() {
        List<RootChannel> open;
        synchronized (idle) {
            closed = true;
            open = List.copyOf(all);
            all.clear();
            idle.clear();
        }
        open.forEach(RootChannel::close);
        host.close();
    }
}
