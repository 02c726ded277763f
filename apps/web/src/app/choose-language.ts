import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '@wakeline/contract/entities/user-config';
import { App } from 'antd';
import { useClient } from '../service/client.ts';
import { errorText } from '../service/error-text.ts';
import { MINE, SESSION_KEY } from '../service/session.ts';
import { useSpeak } from '../service/use-speak.ts';

/**
 * Changes the language of the page at once, and that of what the server writes as soon as it has heard of it. Where it
 * cannot be told, the page keeps the language, and the person learns why the server does not follow.
 */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  const speak = useSpeak();
  const { message } = App.useApp();
  return async (language) => {
    if (!(await speak(language))) return;
    try {
      await client.call('editUserLang', { lang: language });
    } catch (error) {
      message.error(errorText(error, language));
      return;
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: SESSION_KEY }),
      queries.invalidateQueries({ queryKey: [MINE, 'notices'] }),
    ]);
  };
}
