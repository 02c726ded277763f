import { createClient } from '@wakeline/client/client';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startTexts, storedLanguage } from '../i18n/i18n.ts';
import { liveStore } from '../live/live-store.ts';
import { loginConfigQuery } from '../service/branding.ts';
import { servicePrefix } from '../service/client.ts';
import { keepEntryValues } from '../service/entry-values.ts';
import { keepLinkCode } from '../service/link-code.ts';
import { createQueries } from '../service/queries.ts';
import { endSession, sessionQuery, whenDropped } from '../service/session.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';
import { watchSession } from './session-watch.ts';
import { shareSession } from './session-windows.ts';

const queries = createQueries();

const client = watchSession(
  createClient({ baseUrl: '', prefix: servicePrefix() }),
  shareSession(queries),
  () => endSession(queries),
);
whenDropped(() => liveStore.clear());

keepLinkCode(location.search);
keepEntryValues(location.search);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Who is there is asked for beside the texts; what is drawn later takes the same answers.
void queries.prefetchQuery(sessionQuery(client));
void queries.prefetchQuery(loginConfigQuery(client, storedLanguage()));
await startTexts();
createRoot(root).render(
  <Providers client={client} queries={queries}>
    <RouterProvider router={createRouter()} />
  </Providers>,
);
