import { useTranslation } from 'react-i18next';
import { AskedLine } from '../core/frame/asked-line.tsx';
import { Welcome } from '../core/frame/welcome.tsx';
import { type ManyChoice, ManyForm } from './many-form.tsx';
import styles from './many-question.module.css';
import type { ManyQuestion } from './use-many-question.ts';

interface ManyAskedProps {
  readonly question: ManyQuestion;
  /** Something else is asked for while something is replayed. */
  readonly changing: boolean;
  readonly onChanging: (changing: boolean) => void;
  /** For who comes without a question: what can be done here. */
  readonly welcome: { readonly title: string; readonly text: string };
  readonly loading: boolean;
  readonly onSearch: (choice: ManyChoice & { readonly start: number; readonly end: number }) => void;
}

/** In the panel: the form that asks, or of what this is a replay. */
export function ManyAsked({ question, changing, onChanging, welcome, loading, onSearch }: ManyAskedProps) {
  const { t } = useTranslation('replayMulti');
  const { shown, asked, trackers, empty, unknown } = question;
  if (changing || shown === null)
    return (
      <>
        {empty && <Welcome {...welcome} />}
        <ManyForm
          asked={asked}
          trackers={trackers}
          loading={loading}
          onSearch={onSearch}
          onCancel={shown === null ? null : () => onChanging(false)}
        />
      </>
    );
  return (
    <>
      <AskedLine
        title={t('summary', { count: shown.trackerIds.length - unknown })}
        start={shown.start}
        end={shown.end}
        onChange={() => onChanging(true)}
      />
      {unknown > 0 && (
        <p className={styles.unknown} role="status">
          {t('unknown', { count: unknown })}
        </p>
      )}
    </>
  );
}
