import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import type { Language } from '@wakeline/contract/entities/user-config';
import { getStoredLanguage, useLanguage } from '../i18n/i18n.ts';
import { useClient } from './client.ts';
import { getLinkCode } from './link-code.ts';
import { usePreview } from './preview.ts';
import { useSessionQuery } from './session.ts';

/** The account's branding. Null: the account uses the default. */
export interface Branding {
  readonly sysName: string;
  readonly logoUrl: string | null;
  readonly loginPic: string | null;
  readonly themeColor: string | null;
  /** Text colour of the header. */
  readonly textColor: string | null;
}

/**
 * The login page's configuration for the link code of the address, in the language selected by the user; without one
 * the server proposes a language.
 */
export function useLoginConfig() {
  const client = useClient();
  const language = useLanguage();
  const lang = getStoredLanguage() === null ? null : language;
  return useQuery({ ...loginConfigQuery(client, lang), placeholderData: keepPreviousData });
}

/** The login page's configuration in a language; null: in the one that the server proposes. */
export function loginConfigQuery(client: Client, lang: Language | null) {
  const t = getLinkCode();
  return queryOptions({
    queryKey: ['login-config', t, lang],
    queryFn: ({ signal }) =>
      client.call(
        'loadSysConf',
        { ...(t === null ? {} : { t }), ...(lang === null ? {} : { lang }) },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Name, logo and colours: the signed-in user's, before sign-in the login page's. A preview overrides them. */
export function useBranding(): Branding {
  const { data: session } = useSessionQuery();
  const { data: config } = useLoginConfig();
  const preview = usePreview();
  const source = session ?? config;
  return {
    sysName: source?.sysName ?? '',
    logoUrl: source?.logoUrl ?? null,
    loginPic: config?.loginPic ?? null,
    themeColor: source?.themeColor ?? null,
    textColor: source?.textColor ?? null,
    ...preview,
  };
}
