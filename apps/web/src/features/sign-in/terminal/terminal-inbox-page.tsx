import { useState } from 'react';
import { LoginFrame } from '../login-frame.tsx';
import { TerminalMessages } from './terminal-messages.tsx';
import { readTerminalSession, storeTerminalSession, type TerminalSession } from './terminal-session.ts';
import { TerminalSignIn } from './terminal-sign-in.tsx';

/** What a person at a satellite terminal reads on a phone or computer: the messages of their terminal. */
export function TerminalInboxPage() {
  const [session, setSession] = useState(readTerminalSession);
  const change = (next: TerminalSession | null) => {
    storeTerminalSession(next);
    setSession(next);
  };
  return (
    <LoginFrame>
      {session === null ? (
        <TerminalSignIn onSignedIn={change} />
      ) : (
        <TerminalMessages session={session} onSignedOut={() => change(null)} />
      )}
    </LoginFrame>
  );
}
