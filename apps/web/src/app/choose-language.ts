import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '@wakeline/contract/entities/user-config';
import { App } from 'antd';
import { useClient } from '../service/client.ts';
import { errorText } from '../service/error-text.ts';
import { SESSION_KEY, USER_QUERIES } from '../service/session.ts';
import { useSwitchLanguage } from '../service/use-switch-language.ts';

/**
 * Changes the language of the page, and then the user's language on the server. If the server refuses, the page keeps
 * the new language and shows the error.
 */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const client = useClient();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const switchLanguage = useSwitchLanguage((text) => message.error(text));
  return async (language) => {
    if (!(await switchLanguage(language))) return;
    try {
      await client.call('editUserLang', { lang: language });
    } catch (error) {
      message.error(errorText(error, language));
      return;
    }
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: SESSION_KEY }),
      queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'notices'] }),
    ]);
  };
}
