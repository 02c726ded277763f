import { App } from 'antd';
import { useLanguage } from '../i18n/i18n.ts';
import { useClient } from '../service/client.ts';
import { errorText } from '../service/error-text.ts';

/** Opens the ground-support pages in a new tab, with signed parameters that identify the user. */
export function useGroundSupport(): () => void {
  const client = useClient();
  const language = useLanguage();
  const { message } = App.useApp();
  return () => {
    // Opened within the click handler, because pop-up blockers block a tab that opens after the response.
    const tab = window.open('about:blank', '_blank');
    if (tab !== null) tab.opener = null;
    client
      .call('getSignParam', {})
      .then(({ url, userName, timestamp, sign }) => {
        const page = new URL(url);
        for (const [name, value] of Object.entries({ userName, timestamp, sign }))
          page.searchParams.set(name, String(value));
        if (tab === null) location.assign(page);
        else tab.location.replace(page);
      })
      .catch((error: unknown) => {
        tab?.close();
        message.error(errorText(error, language));
      });
  };
}
