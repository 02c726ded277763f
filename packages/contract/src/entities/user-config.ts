import { z } from 'zod';
import { ROLES } from '../roles.ts';

export const LANGUAGES = ['zh_CN', 'en_US'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How a user wants the console, with the branding of the account. */
export const userConfig = z.object({
  sysName: z.string(),
  logoUrl: z.string().nullable(),
  themeColor: z.string(),
  textColor: z.string(),
  speedUnits: z.literal([1, 2]).describe('1 km/h, 2 knots'),
  locationFormat: z
    .literal([1, 2, 3])
    .describe('1 decimal degrees, 2 degrees and minutes, 3 degrees, minutes, seconds'),
  deviceListParam: z.string(),
  mapRefreshTime: z.int().describe('milliseconds between two polls'),
  hideOfflineDevice: z.boolean(),
  lang: z.enum(LANGUAGES),
});
export type UserConfig = z.infer<typeof userConfig>;

export const roleDto = z.object({ name: z.enum(ROLES) });
export const pluginOrderDto = z.object({ key: z.enum(ROLES) });
