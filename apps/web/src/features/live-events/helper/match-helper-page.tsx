import { useState } from 'react';
import { HelperMatch } from './helper-match.tsx';
import { readHelperToken, storeHelperToken } from './helper-session.ts';
import { HelperSignIn } from './helper-sign-in.tsx';

/** Where a helper at the start or finish of a match records participants, without an account. */
export function MatchHelperPage() {
  const [token, setToken] = useState(readHelperToken);
  const change = (next: string | null) => {
    storeHelperToken(next);
    setToken(next);
  };
  if (token === null) return <HelperSignIn onSignedIn={change} />;
  return <HelperMatch token={token} onSignedOut={() => change(null)} />;
}
