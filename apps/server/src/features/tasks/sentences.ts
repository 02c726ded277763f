import type { Language } from '@wakeline/contract/entities/user-config';
import type { Subjects, TaskKind } from '../../tasks/kinds.ts';

type Sentences = {
  readonly [Kind in TaskKind]: (subject: Subjects[Kind]) => Readonly<Record<Language, string>>;
};

const SENTENCES: Sentences = {
  eraseTrack: ({ trackerName }) => ({
    zh_CN: `删除轨迹：${trackerName}`,
    en_US: `Erase track: ${trackerName}`,
  }),
  exportAuditLog: () => ({ zh_CN: '导出操作日志', en_US: 'Export the audit log' }),
};

/** What a task is about, in the reader's language. */
export function taskName<Kind extends TaskKind>(
  kind: Kind,
  subject: Subjects[Kind],
  language: Language,
): string {
  return SENTENCES[kind](subject)[language];
}
