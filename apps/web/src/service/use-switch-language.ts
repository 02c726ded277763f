import type { Language } from '@wakeline/contract/entities/user-config';
import { App } from 'antd';
import { chooseLanguage, useLanguage } from '../i18n/i18n.ts';
import { errorText } from './error-text.ts';

/**
 * Changes the language of the page on the user's request. Returns false and shows an error if its texts cannot be
 * loaded.
 */
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
