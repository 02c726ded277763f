import type { Language } from '@wakeline/contract/entities/user-config';
import { chooseLanguage, useLanguage } from '../i18n/i18n.ts';
import { errorText } from './error-text.ts';

/**
 * Changes the language of the page on the user's request. Returns false if its texts cannot be loaded.
 *
 * @param showError called with the text of the failure
 */
export function useSwitchLanguage(
  showError: (text: string) => void,
): (language: Language) => Promise<boolean> {
  const currentLanguage = useLanguage();
  return async (language) => {
    try {
      await chooseLanguage(language);
      return true;
    } catch (error) {
      showError(errorText(error, currentLanguage));
      return false;
    }
  };
}
