import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { ROLES } from '../roles.ts';

export const LANGUAGES = ['zh_CN', 'en_US'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Value of a tracker that the device list shows behind its name. */
export const SENSORS = ['ELECTRICITY', 'SPEED', 'ALTITUDE', 'GSM', 'TIME'] as const;

/** Which notices come forward by themselves, and how. All of them stand in the list, whatever is chosen here. */
export const noticeConf = z.object({
  popup: z
    .array(z.enum(NOTICE_TYPES))
    .max(NOTICE_TYPES.length)
    .describe('types that open a message over the page; SOS always does'),
  sound: z.boolean().describe('whether a message is heard'),
  desktop: z.boolean().describe('whether a message is also shown outside of the browser window'),
});
export type NoticeConf = z.infer<typeof noticeConf>;

/** How a user wants the console, with the branding of the account. */
export const userConfig = z.object({
  sysName: z.string(),
  logoUrl: z.string().nullable(),
  themeColor: z.string().describe('#rrggbb'),
  textColor: z.string().describe('of the header, #rrggbb'),
  speedUnits: z.literal([1, 2]).describe('1 km/h, 2 knots'),
  locationFormat: z
    .literal([1, 2, 3])
    .describe('1 decimal degrees, 2 degrees and minutes, 3 degrees, minutes, seconds'),
  deviceListParam: z.enum(SENSORS).describe('value that the device list shows'),
  mapRefreshTime: z
    .int()
    .min(0)
    .max(3_600_000)
    .describe(
      'least milliseconds between two pictures of the map, 0: as reports come; also the interval of polling, which is 30 s where it is 0',
    ),
  hideOfflineDevice: z.boolean(),
  menu: z
    .enum(['full', 'reduced'])
    .describe('reduced: live monitoring, device management and system settings alone'),
  lang: z.enum(LANGUAGES),
});
export type UserConfig = z.infer<typeof userConfig>;

export const roleDto = z.object({ name: z.enum(ROLES) });
export const pluginOrderDto = z.object({ key: z.enum(ROLES) });
