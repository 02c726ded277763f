import { isScreenCode } from '@wakeline/contract/screens/screen-code';
import type { BigScreenKind } from '@wakeline/contract/screens/screens';
import { use } from 'react';
import { LinkBigScreen } from '../../features/screens/link-big-screen.tsx';
import { OwnBigScreen } from '../../features/screens/own-big-screen.tsx';
import { SessionContext } from '../../service/session.ts';
import { useSearchParams } from '../../ui/search-params.ts';
import { LiveConnectionProvider } from '../live-connection-provider.tsx';

/** A screen of the account for its users, or by its link for anyone. */
function BigScreenPage({ kind }: { readonly kind: BigScreenKind }) {
  const [search] = useSearchParams();
  const session = use(SessionContext);
  const code = search.get('t');
  if (isScreenCode(code)) return <LinkBigScreen key={code} code={code} />;
  if (session === null) return null;
  return (
    <LiveConnectionProvider>
      <OwnBigScreen kind={kind} />
    </LiveConnectionProvider>
  );
}

export function VisualScreenPage() {
  return <BigScreenPage kind="visual" />;
}

export function DataScreenPage() {
  return <BigScreenPage kind="data" />;
}
