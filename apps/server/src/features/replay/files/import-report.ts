import type { Language } from '@wakeline/contract/entities/user-config';
import { CSV_BOM, toCsvRecord } from '@wakeline/formats/csv-record';
import type { RowValue } from '@wakeline/formats/tracks/track-row';
import { fileTitle } from '../../../files/file-title.ts';
import { formatLocalTime } from '../../../local-time.ts';
import type { RowOutcome, RowResult } from './import-rows.ts';
import type { ImportOutcome, ImportTrackSubject } from './import-track.task.ts';

type LocalizedText = Readonly<Record<Language, string>>;

const NAME: LocalizedText = { zh_CN: '导入结果', en_US: 'Import report' };
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  zh_CN: ['行', '时间', '纬度', '经度', '结果', '原因'],
  en_US: ['Row', 'Time', 'Latitude', 'Longitude', 'Result', 'Reason'],
};
const STORED: LocalizedText = { zh_CN: '已导入', en_US: 'imported' };
const DUPLICATE: LocalizedText = { zh_CN: '重复', en_US: 'duplicate' };
const REFUSED: LocalizedText = { zh_CN: '已拒绝', en_US: 'rejected' };

const REASONS: Readonly<Record<Exclude<RowOutcome, 'stored' | 'duplicate'>, LocalizedText>> = {
  'time-missing': { zh_CN: '缺少时间', en_US: 'time missing' },
  'time-malformed': { zh_CN: '时间无法识别', en_US: 'time not recognised' },
  'place-missing': { zh_CN: '缺少经纬度', en_US: 'latitude or longitude missing' },
  'place-malformed': { zh_CN: '经纬度无法识别', en_US: 'latitude or longitude not recognised' },
  'row-malformed': { zh_CN: '该行格式有误', en_US: 'row not readable' },
  checksum: { zh_CN: '校验和错误', en_US: 'wrong checksum' },
  'no-fix': { zh_CN: '当时未定位', en_US: 'no GPS fix' },
  'latitude-out-of-range': { zh_CN: '纬度超出范围', en_US: 'latitude out of range' },
  'longitude-out-of-range': { zh_CN: '经度超出范围', en_US: 'longitude out of range' },
  'time-in-future': { zh_CN: '时间晚于当前时间', en_US: 'time in the future' },
  'time-too-old': { zh_CN: '早于历史数据保留期', en_US: 'older than the history period' },
  'not-a-number': { zh_CN: '时间或经纬度不是数字', en_US: 'time or coordinates not numeric' },
};

const VALUES: Readonly<Record<RowValue, LocalizedText>> = {
  altitude: { zh_CN: '海拔', en_US: 'altitude' },
  speed: { zh_CN: '速度', en_US: 'speed' },
  course: { zh_CN: '航向', en_US: 'course' },
  satellites: { zh_CN: '卫星数', en_US: 'satellites' },
  accuracy: { zh_CN: '精度', en_US: 'accuracy' },
  battery: { zh_CN: '电量', en_US: 'battery' },
  gsm: { zh_CN: '信号', en_US: 'signal' },
  attributes: { zh_CN: '其他数据', en_US: 'other values' },
};

/** Name of the result file of an import. */
export function reportName({ language, fileName }: ImportTrackSubject): string {
  return `${NAME[language]} ${fileTitle(fileName)}`.trim();
}

export function headingText(language: Language): string {
  return CSV_BOM + toCsvRecord(HEADINGS[language]);
}

/** CSV record of a row with its outcome and the reason. */
export function rowText(
  { row, report, outcome, dropped }: RowResult,
  { language, timeZone }: Pick<ImportTrackSubject, 'language' | 'timeZone'>,
): string {
  const cells =
    report === null ? ['', '', ''] : [timeText(report.time, timeZone), ...coordinateCells(report.fix)];
  return toCsvRecord([row, ...cells, ...outcomeOf(outcome, dropped, language)]);
}

/** CSV records with the totals by outcome. */
export function totalsText({ stored, there, refused }: ImportOutcome, language: Language): string {
  const total = (label: LocalizedText, count: number) =>
    toCsvRecord(['', '', '', '', label[language], count]);
  return total(STORED, stored) + total(DUPLICATE, there) + total(REFUSED, refused);
}

function outcomeOf(
  outcome: RowOutcome,
  dropped: readonly RowValue[],
  language: Language,
): readonly [string, string] {
  switch (outcome) {
    case 'stored':
      return [STORED[language], droppedText(dropped, language)];
    case 'duplicate':
      return [DUPLICATE[language], ''];
    default:
      return [REFUSED[language], REASONS[outcome][language]];
  }
}

function droppedText(dropped: readonly RowValue[], language: Language): string {
  if (dropped.length === 0) return '';
  const names = dropped.map((value) => VALUES[value][language]);
  return language === 'zh_CN' ? `已忽略：${names.join('、')}` : `ignored: ${names.join(', ')}`;
}

/** Empty for a time outside the range of dates: the file may contain any number. */
function timeText(time: number, timeZone: string): string {
  return Math.abs(time) <= 8.64e15 ? formatLocalTime(time, timeZone) : '';
}

function coordinateCells({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}): readonly (string | number)[] {
  return [latitude, longitude].map((value) => (Number.isFinite(value) ? value : ''));
}
