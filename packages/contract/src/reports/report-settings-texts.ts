import type { Language } from '../entities/user-config.ts';
import type { ReportSettings } from '../settings/account-settings.ts';

type Line = readonly [label: string, value: string];

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`;

const DESCRIPTIONS: Readonly<Record<Language, (settings: ReportSettings) => readonly Line[]>> = {
  zh_CN: ({ nightStart, nightEnd, ...settings }) => [
    ['运动判定速度', `${settings.movingSpeed} km/h`],
    ['计入的行程', `至少 ${settings.minTripMetres} 米且 ${settings.minTripMinutes} 分钟`],
    ['计入的停留', `至少 ${settings.minStopMinutes} 分钟`],
    ['无数据', `间隔 ${settings.gapMinutes} 分钟起`],
    ['夜间时段', nightStart === nightEnd ? '无' : `${hour(nightStart)}–${hour(nightEnd)}`],
  ],
  en_US: ({ nightStart, nightEnd, ...settings }) => [
    ['Moving from', `${settings.movingSpeed} km/h`],
    ['Trips counted from', `${settings.minTripMetres} m and ${settings.minTripMinutes} min`],
    ['Stops counted from', `${settings.minStopMinutes} min`],
    ['No data from', `${settings.gapMinutes} min`],
    ['Night', nightStart === nightEnd ? 'none' : `${hour(nightStart)}–${hour(nightEnd)}`],
  ],
};

/** The settings by which reports are computed, for the console and for files that the server writes. */
export function describeReportSettings(settings: ReportSettings, language: Language): readonly Line[] {
  return DESCRIPTIONS[language](settings);
}
