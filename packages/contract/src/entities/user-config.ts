import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { id } from '../fields.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { LIMITS } from '../limits.ts';
import { ROLES } from '../roles.ts';

export { LANGUAGES, type Language };

/** Tracker value that the device list displays after the name. */
export const SENSORS = ['ELECTRICITY', 'SPEED', 'ALTITUDE', 'GSM', 'TIME'] as const;

/** Sounds of a notice that pops up. */
export const NOTICE_SOUNDS = ['none', 'normal', 'chime', 'critical'] as const;
export type NoticeSound = (typeof NOTICE_SOUNDS)[number];

const ruleConf = z.object({
  ruleId: id,
  popup: z.boolean().nullable(),
  sound: z.enum(NOTICE_SOUNDS).nullable(),
  desktop: z.boolean().nullable(),
});

/** Which notices open a pop-up, and how. The list always contains all notices. */
export const noticeConf = z.object({
  popup: z
    .array(z.enum(NOTICE_TYPES))
    .max(NOTICE_TYPES.length)
    .describe('types that open a pop-up; SOS always does'),
  sound: z.boolean().describe('whether a sound plays when a pop-up opens'),
  desktop: z.boolean().describe('whether a desktop notification is displayed as well'),
  rules: z
    .array(ruleConf)
    .max(LIMITS.rulesPerAccount)
    .describe('for the notices of single rules; null: as for other notices of their type'),
});
export type NoticeConf = z.infer<typeof noticeConf>;

/** Console settings of a user, with the branding of the account. */
export const userConfig = z.object({
  sysName: z.string(),
  logoUrl: z.string().nullable(),
  themeColor: z.string().describe('#rrggbb'),
  textColor: z.string().describe('text colour of the header, #rrggbb'),
  speedUnits: z.literal([1, 2]).describe('1 km/h, 2 knots'),
  altitudeUnits: z.literal([1, 2]).describe('1 metres, 2 feet'),
  climbUnits: z.literal([1, 2]).describe('rates of climb: 1 m/s, 2 ft/min'),
  locationFormat: z
    .literal([1, 2, 3])
    .describe('1 decimal degrees, 2 degrees and minutes, 3 degrees, minutes, seconds'),
  deviceListParam: z.enum(SENSORS).describe('value displayed in the device list'),
  mapRefreshTime: z
    .int()
    .min(0)
    .max(3_600_000)
    .describe(
      'minimum milliseconds between two updates of the map, 0: immediately with each report; also the polling interval, where 0 means 30 s',
    ),
  hideOfflineDevice: z.boolean(),
  menu: z
    .enum(['full', 'reduced'])
    .describe('reduced: only live monitoring, device management and system settings'),
  lang: z.enum(LANGUAGES),
});
export type UserConfig = z.infer<typeof userConfig>;
/** The units in which a user reads quantities. */
export type UserUnits = Pick<UserConfig, 'speedUnits' | 'altitudeUnits' | 'climbUnits'>;

export const roleDto = z.object({ name: z.enum(ROLES) });
export const pluginOrderDto = z.object({ key: z.enum(ROLES) });
