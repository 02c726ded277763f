import type { Language } from '../entities/user-config.ts';
import type { ReportSettings } from '../settings/account-settings.ts';

type Line = readonly [label: string, value: string];

/** Settings of the account by which reports are computed. */
export const APPLIED_SETTINGS = ['movingSpeed', 'trips', 'stops', 'gap', 'night'] as const;
export type AppliedSetting = (typeof APPLIED_SETTINGS)[number];

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`;

const DESCRIPTIONS: Readonly<
  Record<Language, (settings: ReportSettings) => Readonly<Record<AppliedSetting, Line>>>
> = {
  zh_CN: ({ nightStart, nightEnd, ...settings }) => ({
    movingSpeed: ['运动判定速度', `${settings.movingSpeed} km/h`],
    trips: ['计入的行程', `至少 ${settings.minTripMetres} 米且 ${settings.minTripMinutes} 分钟`],
    stops: ['计入的停留', `至少 ${settings.minStopMinutes} 分钟`],
    gap: ['无数据', `间隔 ${settings.gapMinutes} 分钟起`],
    night: ['夜间时段', nightStart === nightEnd ? '无' : `${hour(nightStart)}–${hour(nightEnd)}`],
  }),
  en_US: ({ nightStart, nightEnd, ...settings }) => ({
    movingSpeed: ['Moving from', `${settings.movingSpeed} km/h`],
    trips: ['Trips counted from', `${settings.minTripMetres} m and ${settings.minTripMinutes} min`],
    stops: ['Stops counted from', `${settings.minStopMinutes} min`],
    gap: ['No data from', `${settings.gapMinutes} min`],
    night: ['Night', nightStart === nightEnd ? 'none' : `${hour(nightStart)}–${hour(nightEnd)}`],
  }),
};

/** The settings by which a report is computed, for the console and for files that the server writes. */
export function describeReportSettings(
  settings: ReportSettings,
  language: Language,
  applied: readonly AppliedSetting[] = APPLIED_SETTINGS,
): readonly Line[] {
  const lines = DESCRIPTIONS[language](settings);
  return applied.map((setting) => lines[setting]);
}
