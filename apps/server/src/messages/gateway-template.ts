import { type RequestTemplate, type TemplateValues, templateProblems } from './request-template.ts';
import type { TextMessage } from './sender.ts';

/** The HTTP request that sends a text message, with the placeholders `{phone}`, `{text}` and `{code}`. */
export type GatewayTemplate = RequestTemplate;

export function valuesOf({ recipient, text, code }: TextMessage): TemplateValues {
  return { phone: recipient, text, code };
}

const SAMPLE: TextMessage = { recipient: '13800138000', text: '"a" & b', code: '123456' };

/** Problems of the request as a whole, each with its variable; empty if it is valid. */
export function problemsOf(template: GatewayTemplate): readonly string[] {
  const problems = [...templateProblems(template, 'WAKELINE_SMS_', valuesOf(SAMPLE))];
  const both = template.url + (template.body ?? '');
  if (!both.includes('{phone}'))
    problems.push('WAKELINE_SMS_URL: {phone} is required in the URL or the body');
  if (!both.includes('{text}') && !both.includes('{code}')) {
    problems.push('WAKELINE_SMS_URL: {text} or {code} is required in the URL or the body');
  }
  return problems;
}
