import type { Language } from '@wakeline/contract/entities/user-config';
import { CSV_BOM, toCsvRecord } from '@wakeline/formats/csv-record';
import type { RowValue } from '@wakeline/formats/tracks/track-row';
import { fileTitle } from '../../../files/file-title.ts';
import { formatLocalTime } from '../../../local-time.ts';
import type { RowOutcome, RowResult } from './import-rows.ts';
import type { ImportOutcome, ImportTrackSubject } from './import-track.task.ts';

type LocalizedText = Readonly<Record<Language, string>>;

const NAME: LocalizedText = { zh_CN: '导入结果', en_US: 'Import result' };
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  zh_CN: ['行', '时间', '纬度', '经度', '结果', '原因'],
  en_US: ['Row', 'Time', 'Latitude', 'Longitude', 'Outcome', 'Reason'],
};
const STORED: LocalizedText = { zh_CN: '已存入', en_US: 'stored' };
const DUPLICATE: LocalizedText = { zh_CN: '已有', en_US: 'already there' };
const REFUSED: LocalizedText = { zh_CN: '拒绝', en_US: 'refused' };

const REASONS: Readonly<Record<Exclude<RowOutcome, 'stored' | 'there'>, LocalizedText>> = {
  'time-missing': { zh_CN: '没有时间', en_US: 'no time' },
  'time-malformed': { zh_CN: '时间无法识别', en_US: 'the time cannot be understood' },
  'place-missing': { zh_CN: '没有经纬度', en_US: 'no latitude or longitude' },
  'place-malformed': { zh_CN: '经纬度无法识别', en_US: 'latitude or longitude cannot be understood' },
  'row-malformed': { zh_CN: '该行格式有误', en_US: 'the row is malformed' },
  checksum: { zh_CN: '校验和不符', en_US: 'the checksum is wrong' },
  'no-fix': { zh_CN: '当时没有定位', en_US: 'the receiver had no fix' },
  'latitude-out-of-range': { zh_CN: '纬度超出范围', en_US: 'the latitude is out of range' },
  'longitude-out-of-range': { zh_CN: '经度超出范围', en_US: 'the longitude is out of range' },
  'time-in-future': { zh_CN: '时间在将来', en_US: 'the time is in the future' },
  'time-too-old': { zh_CN: '早于保存期限', en_US: 'older than what is kept' },
  'not-a-number': { zh_CN: '时间或经纬度不是数字', en_US: 'time or place is no number' },
};

const VALUES: Readonly<Record<RowValue, LocalizedText>> = {
  altitude: { zh_CN: '高度', en_US: 'altitude' },
  speed: { zh_CN: '速度', en_US: 'speed' },
  course: { zh_CN: '航向', en_US: 'course' },
  satellites: { zh_CN: '卫星数', en_US: 'satellites' },
  accuracy: { zh_CN: '精度', en_US: 'accuracy' },
  battery: { zh_CN: '电量', en_US: 'battery' },
  gsm: { zh_CN: '信号', en_US: 'signal' },
  attributes: { zh_CN: '其他数据', en_US: 'other values' },
};

/** How the account of an import is called. */
export function reportName({ language, fileName }: ImportTrackSubject): string {
  return `${NAME[language]} ${fileTitle(fileName)}`.trim();
}

export function headingText(language: Language): string {
  return CSV_BOM + toCsvRecord(HEADINGS[language]);
}

/** A row of the file, with what became of it and why. */
export function rowText(
  { row, report, outcome, dropped }: RowResult,
  { language, timeZone }: Pick<ImportTrackSubject, 'language' | 'timeZone'>,
): string {
  const cells =
    report === null ? ['', '', ''] : [timeText(report.time, timeZone), ...coordinateCells(report.fix)];
  return toCsvRecord([row, ...cells, ...outcomeOf(outcome, dropped, language)]);
}

/** What became of all rows together. */
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
    case 'there':
      return [DUPLICATE[language], ''];
    default:
      return [REFUSED[language], REASONS[outcome][language]];
  }
}

function droppedText(dropped: readonly RowValue[], language: Language): string {
  if (dropped.length === 0) return '';
  const names = dropped.map((value) => VALUES[value][language]);
  return language === 'zh_CN'
    ? `无法采用：${names.join('、')}`
    : `without what cannot be: ${names.join(', ')}`;
}

/** What no calendar has is left out: a time may be any number. */
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
