import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '@wakeline/contract/entities/user-config';
import { App } from 'antd';
import { useClient } from '../service/client.ts';
import { errorText } from '../service/error-text.ts';
import { SESSION_KEY, USER_QUERIES } from '../service/session.ts';
import { useSwitchLanguage } from '../service/use-switch-language.ts';

/**
 * Changes the language of the page at once, and that of what the server writes as soon as it has heard of it. Where it
 * cannot be told, the page keeps the language, and the person learns why the server does not follow.
 */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const client = useClient();
  const queryClient = useQueryClient();
  const switchLanguage = useSwitchLanguage();
  const { message } = App.useApp();
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
