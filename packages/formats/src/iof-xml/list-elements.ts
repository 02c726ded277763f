import { escapeXml, formatDecimal, xmlElement } from '../xml-text.ts';
import { splitName } from './person-name.ts';
import type { FileClass, FileCourse, FileList, FilePerson } from './result-list.ts';
import type { IofXmlOptions } from './write-iof-xml.ts';

const NAMESPACE = 'http://www.orienteering.org/datastandard/3.0';

/** The begin of a file up to its event. */
export function listHead(
  root: string,
  { eventName, date }: Pick<FileList<unknown>, 'eventName' | 'date'>,
  { createdAt, creator }: IofXmlOptions,
  attributes = '',
): readonly string[] {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${NAMESPACE}" iofVersion="3.0" createTime="${new Date(createdAt).toISOString()}" creator="${escapeXml(creator)}"${attributes}>`,
    '  <Event>',
    `    <Name>${escapeXml(eventName)}</Name>`,
    ...(date === null ? [] : [`    <StartTime><Date>${date}</Date></StartTime>`]),
    '  </Event>',
  ];
}

export function classElement({ id, name }: Pick<FileClass<unknown>, 'id' | 'name'>): string {
  return `    <Class><Id>${escapeXml(id)}</Id><Name>${escapeXml(name)}</Name></Class>`;
}

export function courseElement(course: FileCourse | null, indent: string): readonly string[] {
  if (course === null) return [];
  const { name, length, climb, controls } = course;
  return [
    `${indent}<Course>`,
    `${indent}  <Name>${escapeXml(name)}</Name>`,
    ...(length === null ? [] : [`${indent}  <Length>${Math.round(length)}</Length>`]),
    ...(climb === null ? [] : [`${indent}  <Climb>${formatDecimal(climb)}</Climb>`]),
    `${indent}  <NumberOfControls>${controls}</NumberOfControls>`,
    `${indent}</Course>`,
  ];
}

/** A person and their club. */
export function personElements({ id, name, sex, nationality, club }: FilePerson): readonly string[] {
  const { family, given } = splitName(name);
  return [
    `      <Person${sex === null ? '' : ` sex="${sex}"`}>`,
    `        <Id>${escapeXml(id)}</Id>`,
    `        <Name><Family>${escapeXml(family)}</Family><Given>${escapeXml(given)}</Given></Name>`,
    ...(nationality === null
      ? []
      : [`        <Nationality code="${escapeXml(nationality)}">${escapeXml(nationality)}</Nationality>`]),
    '      </Person>',
    ...(club === '' ? [] : [`      <Organisation>${xmlElement('Name', club)}</Organisation>`]),
  ];
}

/** Nothing for an empty text or null. Times are epoch ms, in UTC. */
export function raceElement(name: string, value: string | number | null): readonly string[] {
  if (value === null || value === '') return [];
  const text = typeof value === 'number' ? formatDecimal(value) : escapeXml(value);
  return [`        <${name}>${text}</${name}>`];
}

export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

export function timeElement(name: string, time: number | null): readonly string[] {
  return time === null ? [] : raceElement(name, new Date(time).toISOString().replace('.000Z', 'Z'));
}
