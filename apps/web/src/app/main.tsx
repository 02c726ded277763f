import { createClient } from '@wakeline/client/client';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { getStoredLanguage, initializeTexts } from '../i18n/i18n.ts';
import { requestFirstOverview } from '../live/first-overview.ts';
import { loginConfigQuery } from '../service/branding.ts';
import { getServicePrefix } from '../service/client.ts';
import { storeEntryValues } from '../service/entry-values.ts';
import { watchInstallPrompt } from '../service/install-prompt.ts';
import { storeLinkCode } from '../service/link-code.ts';
import { createQueryClient } from '../service/query-client.ts';
import { startServiceWorker } from '../service/service-worker.ts';
import { expireSession, SESSION_KEY, type Session, sessionQuery } from '../service/session.ts';
import { readStoredSession } from '../service/stored-session.ts';
import { getFirstLiveArea } from './first-live-area.ts';
import { Providers } from './providers.tsx';
import { createRouter, preloadPage } from './router.tsx';
import { createSessionChannel } from './session-channel.ts';
import { watchSession } from './session-watch.ts';

const queryClient = createQueryClient();

const client = watchSession(
  createClient({ baseUrl: '', prefix: getServicePrefix() }),
  createSessionChannel(queryClient),
  () => expireSession(queryClient),
);

watchInstallPrompt();
startServiceWorker();
storeLinkCode(location.search);
storeEntryValues(location.search);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Requests the session in parallel with the texts; later components use the same responses.
const sessionLoaded = queryClient.prefetchQuery(sessionQuery(client));
void queryClient.prefetchQuery(loginConfigQuery(client, getStoredLanguage()));
// A user who was here before is most likely still signed in, so the code need not wait for the session. In a new browser it
// would only delay the login page.
void readStoredSession(Date.now()).then(async (stored) => {
  if (stored !== null) {
    preloadPage(location.pathname);
    return;
  }
  await sessionLoaded;
  const session = queryClient.getQueryData<Session | null>(SESSION_KEY);
  if (session && preloadPage(location.pathname))
    requestFirstOverview(client, session.uid, getFirstLiveArea());
});
// Not awaited at the top level: chunks that share code with this one could then not be loaded for the texts.
void initializeTexts().then(() =>
  createRoot(root).render(
    <Providers client={client} queryClient={queryClient}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  ),
);
