import type { ReportDraft } from '../report-draft.ts';

/** Percent of the levels 1 to 6 (as in Traccar). */
const LEVELS = [0, 10, 20, 60, 80, 100];
const LEVEL_FLAG = 0xf0;
/** Texts have two digits: 99 is a full battery ("GPS Tracker Communication Protocol" v1.0.5, section 2.3). */
const FULL = 99;

/** Battery byte: 1 to 6, or 0xf1 to 0xf6, is a level, 7 to 100 a percentage, 0 not known. */
export function readBatteryCode(code: number, draft: ReportDraft): void {
  if (code === 0) return;
  const level = LEVELS[(code > LEVEL_FLAG ? code - LEVEL_FLAG : code) - 1];
  if (level !== undefined) draft.battery = level;
  else if (code <= 100) draft.battery = code;
  else draft.attributes.readBatteryLevel = code;
}

/** Battery in percent, as text of up to three digits. */
export function readBatteryPercent(text: string, draft: ReportDraft): void {
  const percent = Number(text);
  if (!/^\d{1,3}$/.test(text) || percent > 100) draft.attributes.readBatteryLevel = text;
  else draft.battery = percent === FULL ? 100 : percent;
}

export function writeBatteryPercent(percent: number): string {
  return String(Math.min(Math.round(percent), FULL)).padStart(2, '0');
}
