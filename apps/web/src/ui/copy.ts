import { App } from 'antd';
import { useTranslation } from 'react-i18next';

/** Puts text on the clipboard and says so; where the browser forbids it, shows the text to be copied by hand. What is long or secret is said by its name. */
export function useCopy(): (text: string, label?: string) => void {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (text, label = text) => {
    // Without TLS on another host there is no clipboard.
    const writing = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('none'));
    writing.then(
      () => message.success(`${t('action.copied')}: ${label}`),
      () => message.info(text, 10),
    );
  };
}
