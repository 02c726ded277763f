import type { Language } from '@wakeline/contract/entities/user-config';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../db/database.ts';
import { fileIdOf, storedPicture, toPictureUrl } from '../../files/stored-picture.ts';

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

/** What an account has chosen; a field that is not there it has not. */
const branding = z.object({
  sysName: z.string().optional(),
  logoUrl: z.string().optional(),
  loginPic: z.string().optional(),
  themeColor: z.string().optional(),
  textColor: z.string().optional(),
});
export type StoredBranding = z.infer<typeof branding>;

/** The branding that is stored with an account, without what else lies there. */
export function storedBranding(stored: unknown): StoredBranding {
  return branding.safeParse(stored).data ?? {};
}

/** Who wants to know how the console looks. */
export interface BrandingOptions {
  readonly language: Language;
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
}

/** An account's branding as it is stored; what it leaves open is its dealer's, and what that one leaves open the product's. */
export function resolveBranding(
  ownStored: unknown,
  dealerStored: unknown,
  { language, addressOf }: BrandingOptions,
): Branding {
  const chosen: StoredBranding = { ...storedBranding(dealerStored), ...storedBranding(ownStored) };
  // Any other than ours is an address, as the operator gave it.
  const toUrl = (picture: string | undefined) =>
    picture === undefined ? null : toPictureUrl(picture, addressOf);
  return {
    sysName: chosen.sysName ?? SYSTEM_NAME[language],
    logoUrl: toUrl(chosen.logoUrl),
    loginPic: toUrl(chosen.loginPic),
    themeColor: chosen.themeColor ?? THEME_COLOR,
    textColor: chosen.textColor ?? TEXT_COLOR,
  };
}

/** Which of these pictures an account shows: the others need not be kept. */
export async function picturesOfBranding(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const stored = fileIds.map(storedPicture);
  const { rows } = await sql<{ picture: string }>`
    select picture from account, unnest(array[branding ->> 'logoUrl', branding ->> 'loginPic']) picture
    where picture = any(${stored}::text[])`.execute(tx);
  return new Set(rows.map(({ picture }) => fileIdOf(picture)).filter((fileId) => fileId !== null));
}
