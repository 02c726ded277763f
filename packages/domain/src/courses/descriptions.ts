import type { CourseStop } from './course-stops.ts';
import type { ControlDescription } from './event.ts';
import { DESCRIPTION_SYMBOLS } from './symbols.ts';

export type DescriptionLanguage = 'en' | 'zh';

/** A line of a control description sheet. */
export interface DescriptionLine {
  readonly control: string;
  /** Column A: null for starts and finishes. */
  readonly number: number | null;
  /** Column B. */
  readonly code: string | null;
  /** Columns C to H as references or texts, or `all`. */
  readonly symbols: ControlDescription;
  readonly points: number | null;
}

/** The lines of a control description sheet in running order, or for a score course by code. */
export function descriptionLines(
  stops: readonly CourseStop[],
  type: 'normal' | 'score',
): readonly DescriptionLine[] {
  const lines = stops.map(({ control, number, courseControl }) => ({
    control: control.id,
    number: type === 'score' ? null : number,
    code: control.code,
    symbols: control.description,
    points: courseControl.points,
  }));
  if (type === 'normal') return lines;
  const [punched, others] = [
    lines.filter(({ code }) => code !== null),
    lines.filter(({ code }) => code === null),
  ];
  return [
    ...others.slice(0, 1),
    ...punched.toSorted((one, other) => compareCodes(one.code ?? '', other.code ?? '')),
    ...others.slice(1),
  ];
}

function compareCodes(one: string, other: string): number {
  return Number(one) - Number(other) || one.localeCompare(other, 'en');
}

/** `Control 1 (31): the northern boulder, north side`. A stop without description has its number and code only. */
export function describeStop(
  { control, number }: Pick<CourseStop, 'control' | 'number'>,
  language: DescriptionLanguage,
): string {
  const title = stopTitle({ control, number }, language);
  const text = describeControl(control.description, language);
  if (text === '') return title;
  return language === 'zh' ? `${title}：${text}` : `${title}: ${text}`;
}

function stopTitle(
  { control, number }: Pick<CourseStop, 'control' | 'number'>,
  language: DescriptionLanguage,
): string {
  const isChinese = language === 'zh';
  if (control.kind === 'start') return isChinese ? '起点' : 'Start';
  if (control.kind === 'finish') return isChinese ? '终点' : 'Finish';
  if (control.special === 'crossing-point') return isChinese ? '通过点' : 'Crossing point';
  if (control.special === 'map-issue') return isChinese ? '取图点' : 'Map issue point';
  if (control.special === 'map-exchange') return isChinese ? '换图点' : 'Map exchange';
  const code = control.code ?? '';
  if (number === null) return isChinese ? `检查点 ${code}` : `Control ${code}`;
  return isChinese ? `检查点 ${number}（${code}）` : `Control ${number} (${code})`;
}

/** Texts of descriptions, which are never changed: most stay while an event is edited. */
const texts = {
  en: new WeakMap<ControlDescription, string>(),
  zh: new WeakMap<ControlDescription, string>(),
} as const satisfies Record<DescriptionLanguage, unknown>;

/** The description as text, such as `the northern boulder, north side`; empty without a feature. */
export function describeControl(description: ControlDescription, language: DescriptionLanguage): string {
  const text = texts[language].get(description) ?? textOf(description, language);
  texts[language].set(description, text);
  return text;
}

function textOf(description: ControlDescription, language: DescriptionLanguage): string {
  if (description.all !== undefined && description.all !== '') return nameOf(description.all, language);
  if ((description.D ?? '') === '') return '';
  return language === 'zh' ? describeInChinese(description) : describeInEnglish(description);
}

function describeInEnglish({ C, D = '', E, F, G, H }: ControlDescription): string {
  const name = (reference: string) => nameOf(reference, 'en');
  const { second, adjective } = splitColumnE(E);
  const words = (feature: string) =>
    [...(C ? [name(C)] : []), ...(adjective === null ? [] : [name(adjective)]), feature].join(' ');
  const first = words(name(D));
  const other = second === null || second === D ? null : name(second);
  let text = `the ${first}`;
  if (G === '11.15')
    text = other === null ? `between the two ${pluralOf(first)}` : `between ${first} and ${other}`;
  else if (isJoint(F))
    text = other === null ? `the ${first} ${name(F)}` : `the ${name(F)} of ${first} and ${other}`;
  else if (F === '11.7') text = `the bend of the ${first}`;
  else if (other !== null) text = `the ${first} and ${other}`;
  return [text, ...remainingColumns(F, G, H, 'en')].join(', ');
}

function describeInChinese({ C, D = '', E, F, G, H }: ControlDescription): string {
  const name = (reference: string) => nameOf(reference, 'zh');
  const { second, adjective } = splitColumnE(E);
  const first = `${C ? name(C) : ''}${adjective === null ? '' : name(adjective)}${name(D)}`;
  const other = second === null || second === D ? null : name(second);
  let text = first;
  if (G === '11.15') text = other === null ? `两个${first}之间` : `${first}与${other}之间`;
  else if (isJoint(F) || F === '11.7')
    text = other === null ? `${first}的${name(F)}` : `${first}与${other}的${name(F)}`;
  else if (other !== null) text = `${first}与${other}`;
  return [text, ...remainingColumns(F, G, H, 'zh')].join('，');
}

/** The second feature and the appearance that column E may have. */
function splitColumnE(E: string | undefined) {
  const isFeature = E !== undefined && DESCRIPTION_SYMBOLS.get(E)?.column === 'D';
  return {
    second: isFeature ? E : null,
    adjective: E === undefined || E === '' || isFeature ? null : E,
  };
}

function isJoint(F: string | undefined): F is '10.1' | '10.2' {
  return F === '10.1' || F === '10.2';
}

/** Dimension, location and other information. */
function remainingColumns(
  F: string | undefined,
  G: string | undefined,
  H: string | undefined,
  language: DescriptionLanguage,
): readonly string[] {
  const isDimension = F !== undefined && F !== '' && DESCRIPTION_SYMBOLS.get(F)?.column !== 'F';
  const unit = language === 'zh' ? '米' : 'm';
  return [
    ...(isDimension ? [`${F} ${unit}`] : []),
    ...(G === undefined || G === '' || G === '11.15' ? [] : [nameOf(G, language)]),
    ...(H === undefined || H === '' ? [] : [nameOf(H, language)]),
  ];
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|sh|ch|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** An unknown reference is its own name. */
function nameOf(reference: string, language: DescriptionLanguage): string {
  return DESCRIPTION_SYMBOLS.get(reference)?.names[language] ?? reference;
}
