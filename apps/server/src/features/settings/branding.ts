import type { Language } from '@wakeline/contract/entities/user-config';
import { z } from 'zod';

export interface Branding {
  readonly sysName: string;
  readonly logoUrl: string | null;
  readonly loginPic: string | null;
  readonly themeColor: string;
  readonly textColor: string;
}

const SYSTEM_NAME: Readonly<Record<Language, string>> = {
  zh_CN: '定位服务平台',
  en_US: 'location service platform',
};
const THEME_COLOR = '#0b5cad';
const TEXT_COLOR = '#ffffff';

const branding = z.object({
  sysName: z.string().optional(),
  logoUrl: z.string().optional(),
  loginPic: z.string().optional(),
  themeColor: z.string().optional(),
  textColor: z.string().optional(),
});

/** An account's branding as it is stored, with what it leaves open filled in. */
export function readBranding(stored: unknown, language: Language): Branding {
  const own = branding.safeParse(stored).data ?? {};
  return {
    sysName: own.sysName ?? SYSTEM_NAME[language],
    logoUrl: own.logoUrl ?? null,
    loginPic: own.loginPic ?? null,
    themeColor: own.themeColor ?? THEME_COLOR,
    textColor: own.textColor ?? TEXT_COLOR,
  };
}
