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

/** Fields that an account has chosen; missing ones are not chosen. */
const branding = z.object({
  sysName: z.string().optional(),
  logoUrl: z.string().optional(),
  loginPic: z.string().optional(),
  themeColor: z.string().optional(),
  textColor: z.string().optional(),
});
export type StoredBranding = z.infer<typeof branding>;

/** Branding fields of an account's stored JSON, without other fields. */
export function storedBranding(stored: unknown): StoredBranding {
  return branding.safeParse(stored).data ?? {};
}

/** Context for resolving the branding. */
export interface BrandingOptions {
  readonly language: Language;
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
}

/** Effective branding: the account's fields, else its dealer's, else the product's defaults. */
export function resolveBranding(
  ownStored: unknown,
  dealerStored: unknown,
  { language, addressOf }: BrandingOptions,
): Branding {
  const chosen: StoredBranding = { ...storedBranding(dealerStored), ...storedBranding(ownStored) };
  // Other values are URLs that the operator has entered.
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

/** Returns the pictures that brandings use; the clean-up may delete the others. */
export async function picturesOfBranding(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const stored = fileIds.map(storedPicture);
  const { rows } = await sql<{ picture: string }>`
    select picture from account, unnest(array[branding ->> 'logoUrl', branding ->> 'loginPic']) picture
    where picture = any(${stored}::text[])`.execute(tx);
  return new Set(rows.map(({ picture }) => fileIdOf(picture)).filter((fileId) => fileId !== null));
}
