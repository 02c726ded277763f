import { App } from 'antd';
import { useTranslation } from 'react-i18next';

/** Puts text on the clipboard and says so; where the browser forbids it, shows the text to be copied by hand. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (text) => {
    // Without TLS on another host there is no clipboard.
    const written = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('none'));
    written.then(
      () => message.success(`${t('action.copied')}: ${text}`),
      () => message.info(text, 10),
    );
  };
}
