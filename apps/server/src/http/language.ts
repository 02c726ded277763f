import type { Language } from '@wakeline/contract/entities/user-config';

/** The language of anonymous requests: the browser's first one; Chinese by default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? '';
  return first === '' || first.startsWith('zh') || first.startsWith('*') ? 'zh_CN' : 'en_US';
}
