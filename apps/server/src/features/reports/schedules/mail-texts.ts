import type { Language } from '@wakeline/contract/entities/user-config';
import type { MessageText } from '../../../delivery/message-texts.ts';

/** What an e-mail about a run says. */
export interface MailContent {
  readonly scheduleName: string;
  readonly report: string;
  readonly startDay: string;
  readonly endDay: string;
  readonly timeZone: string;
  readonly owner: string;
}

/** A file of the run. */
export interface MailFile {
  readonly name: string;
  /** Null: the server has no public address. */
  readonly link: string | null;
}

export interface FilesOfMail {
  readonly rows: number;
  readonly files: readonly MailFile[];
  readonly isAttached: boolean;
  /** Local time at which the links end. */
  readonly end: string;
  /** Whether the recipient has the files in their task list. */
  readonly isUser: boolean;
}

interface Texts {
  readonly period: (days: string, timeZone: string) => string;
  readonly report: (name: string) => string;
  readonly rows: (count: number) => string;
  readonly empty: string;
  readonly attached: string;
  readonly linked: string;
  readonly linksEnd: (end: string) => string;
  readonly inTaskList: string;
  readonly tooLarge: (owner: string) => string;
  readonly failedSubject: (name: string) => string;
  readonly failed: (reason: string) => string;
  readonly paused: string;
  readonly unknownReason: string;
  readonly sentBy: (owner: string, name: string) => string;
  readonly to: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  zh_CN: {
    period: (days, timeZone) => `统计时间：${days}（${timeZone}）`,
    report: (name) => `报表：${name}`,
    rows: (count) => `行数：${count}`,
    empty: '该时段内没有数据，未生成文件。',
    attached: '报表文件见附件。',
    linked: '下载报表文件：',
    linksEnd: (end) => `链接有效期至 ${end}。持有链接的人均可下载，请勿转发。`,
    inTaskList: '文件也可在控制台的批量任务列表中下载，保留 7 天。',
    tooLarge: (owner) => `文件过大，无法作为附件发送，请向 ${owner} 索取。`,
    failedSubject: (name) => `定时报表生成失败：${name}`,
    failed: (reason) => `本次报表未能生成：${reason}`,
    paused: '该定时报表已暂停，请处理后在“定时报表”页面重新开启。',
    unknownReason: '服务器异常',
    sentBy: (owner, name) => `此邮件由 ${owner} 设置的定时报表“${name}”发送。`,
    to: '至',
  },
  en_US: {
    period: (days, timeZone) => `Period: ${days} (${timeZone})`,
    report: (name) => `Report: ${name}`,
    rows: (count) => `Rows: ${count}`,
    empty: 'There was no data in this period, so no file was created.',
    attached: 'The report is attached.',
    linked: 'Download the report:',
    linksEnd: (end) =>
      `The links end at ${end}. Anyone who has a link can open its file, so do not pass it on.`,
    inTaskList: 'The files are also in your list of batch tasks, for 7 days.',
    tooLarge: (owner) => `The files are too large to be attached. Ask ${owner} for them.`,
    failedSubject: (name) => `Scheduled report failed: ${name}`,
    failed: (reason) => `The report could not be created: ${reason}`,
    paused:
      'The schedule is paused. When this is resolved, turn it on again on the page of scheduled reports.',
    unknownReason: 'a failure of the server',
    sentBy: (owner, name) => `This e-mail was sent by the scheduled report “${name}” of ${owner}.`,
    to: 'to',
  },
};

/** The e-mail with the files of a run, or that there was no data. */
export function textOfReport(content: MailContent, files: FilesOfMail, language: Language): MessageText {
  const texts = TEXTS[language];
  const { rows, files: list, isAttached, end, isUser } = files;
  const links = list.flatMap(({ name, link }) => (link === null ? [] : [name, link]));
  const lines = [
    ...headOf(content, texts),
    ...(rows === 0 ? ['', texts.empty] : [texts.rows(rows)]),
    ...(isAttached ? ['', texts.attached] : []),
    ...(links.length > 0 ? ['', texts.linked, ...links, '', texts.linksEnd(end)] : []),
    ...(rows > 0 && !isAttached && links.length === 0 && !isUser ? ['', texts.tooLarge(content.owner)] : []),
    ...(rows > 0 && isUser ? ['', texts.inTaskList] : []),
    ...footOf(content, texts),
  ];
  const subject = `${content.scheduleName}: ${content.report}, ${daysOf(content, texts)}`;
  return { subject, lines, short: subject };
}

/** The e-mail that a run failed, to the owner of the schedule. `reason` null: nothing that they could fix. */
export function textOfFailure(
  content: MailContent,
  { reason, isPaused }: { readonly reason: string | null; readonly isPaused: boolean },
  language: Language,
): MessageText {
  const texts = TEXTS[language];
  const subject = texts.failedSubject(content.scheduleName);
  const lines = [
    texts.failed(reason ?? texts.unknownReason),
    ...(isPaused ? [texts.paused] : []),
    '',
    ...headOf(content, texts),
    ...footOf(content, texts),
  ];
  return { subject, lines, short: subject };
}

function headOf(content: MailContent, texts: Texts): string[] {
  return [texts.report(content.report), texts.period(daysOf(content, texts), content.timeZone)];
}

function footOf({ owner, scheduleName }: MailContent, texts: Texts): string[] {
  return ['', texts.sentBy(owner, scheduleName)];
}

function daysOf({ startDay, endDay }: MailContent, { to }: Texts): string {
  return startDay === endDay ? startDay : `${startDay} ${to} ${endDay}`;
}
