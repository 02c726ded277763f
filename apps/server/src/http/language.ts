import type { Language } from '@wakeline/contract/entities/user-config';

/** The language of somebody who is not signed in: the browser's first, by default Chinese. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? '';
  return first === '' || first.startsWith('zh') || first.startsWith('*') ? 'zh_CN' : 'en_US';
}
