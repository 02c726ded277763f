import { App } from 'antd';
import { useTranslation } from 'react-i18next';

/**
 * Copies text to the clipboard and shows a message. Where the browser denies access, shows the text for copying by
 * hand. For long or secret texts the message shows `label` instead.
 */
export function useCopy(): (text: string, label?: string) => void {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (text, label = text) => {
    // On other hosts without TLS there is no clipboard API.
    const writing = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('none'));
    writing.then(
      () => message.success(`${t('action.copied')}: ${label}`),
      () => message.info(text, 10),
    );
  };
}
