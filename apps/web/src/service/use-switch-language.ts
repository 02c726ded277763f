import type { Language } from '@wakeline/contract/entities/user-config';
import { App } from 'antd';
import { chooseLanguage, useLanguage } from '../i18n/i18n.ts';
import { errorText } from './error-text.ts';

/** Changes the language of the page for somebody who asks for it; answers false, and says why, where its texts cannot be had. */
export function useSwitchLanguage(): (language: Language) => Promise<boolean> {
  const currentLanguage = useLanguage();
  const { message } = App.useApp();
  return async (language) => {
    try {
      await chooseLanguage(language);
      return true;
    } catch (error) {
      message.error(errorText(error, currentLanguage));
      return false;
    }
  };
}
