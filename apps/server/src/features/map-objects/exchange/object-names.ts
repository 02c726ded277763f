import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';

/** Names of objects that have none in the file; a number is appended. */
const DEFAULT_NAMES: Readonly<Record<MapObjectKind, Readonly<Record<Language, string>>>> = {
  fence: { zh_CN: '围栏', en_US: 'Fence' },
  labelPoint: { zh_CN: '标注点', en_US: 'Point' },
  route: { zh_CN: '路线', en_US: 'Route' },
};

export function defaultName(kind: MapObjectKind, number: number, language: Language): string {
  return `${DEFAULT_NAMES[kind][language]} ${number}`;
}

/** Makes a text storable: without NUL and lone surrogates, truncated to `maxLength` UTF-16 units. */
export function toStorableText(text: string, maxLength: number): string {
  return text
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
