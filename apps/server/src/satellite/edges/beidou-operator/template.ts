import type { BeidouCoding } from '@wakeline/domain/satellite/beidou-coding';
import {
  type RequestTemplate,
  type TemplateValues,
  templateProblems,
} from '../../../messages/request-template.ts';

/** As sentences of BeiDou-2 number them. */
export const CODING_NUMBERS: Readonly<Record<BeidouCoding, string>> = { hanzi: '0', code: '1', mixed: '2' };

const SAMPLE: TemplateValues = {
  card: '2095718',
  content: 'A4D2D1B5BDB8DB',
  coding: CODING_NUMBERS.mixed,
  text: '"已到港"',
  urgent: '0',
  id: '0123456789abcdef01234567',
};

/** Problems of the request that sends a message by the platform of an operator, each with its variable. */
export function operatorProblems(template: RequestTemplate): readonly string[] {
  const problems = [...templateProblems(template, 'WAKELINE_BEIDOU_OPERATOR_', SAMPLE)];
  const both = template.url + (template.body ?? '');
  if (!both.includes('{card}'))
    problems.push('WAKELINE_BEIDOU_OPERATOR_URL: {card} is required in the URL or the body');
  if (!both.includes('{content}') && !both.includes('{text}'))
    problems.push('WAKELINE_BEIDOU_OPERATOR_URL: {content} or {text} is required in the URL or the body');
  return problems;
}
