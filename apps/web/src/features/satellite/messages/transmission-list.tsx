import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { MESSAGE_EVIDENCE } from '@wakeline/domain/satellite/message-states';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { MessageStateTag } from './message-state.tsx';
import styles from './messages.module.css';
import { useMessageTexts } from './use-message-texts.ts';

type Details = ResultOf<Operations['queryEobBdMsgSteps']>;

interface TransmissionListProps {
  readonly parts: Details['parts'];
  readonly steps: Details['steps'];
}

/** The transmissions of a message, each with the changes of its state. */
export function TransmissionList({ parts, steps }: TransmissionListProps) {
  const { t } = useTranslation('satelliteMessages');
  if (parts.length === 0) return <p>{t('details.noSteps')}</p>;
  return (
    <section>
      <h3>{t('details.parts')}</h3>
      {parts.map((part, index) => (
        <Transmission
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of the transmission
          key={index}
          number={index + 1}
          isOnly={parts.length === 1}
          part={part}
          steps={steps.filter((step) => step.part === index + 1)}
        />
      ))}
    </section>
  );
}

interface TransmissionProps {
  readonly number: number;
  readonly isOnly: boolean;
  readonly part: Details['parts'][number];
  readonly steps: Details['steps'];
}

function Transmission({ number, isOnly, part, steps }: TransmissionProps) {
  const { t } = useTranslation('satelliteMessages');
  return (
    <div className={styles.part}>
      <MessageStateTag state={part.state} />
      {/* The text of the only transmission is that of the message. */}
      {!isOnly && (
        <p>
          <strong>{t('details.partNumber', { number })}</strong> {part.text}
        </p>
      )}
      <dl>
        <div>
          <dt>{t('column.gateway')}</dt>
          <dd>{t(`gateway.${part.gateway}`)}</dd>
        </div>
        {part.attempts > 0 && (
          <div>
            <dt>{t('column.attempts')}</dt>
            <dd>{part.attempts}</dd>
          </div>
        )}
        {part.providerId !== null && (
          <div>
            <dt>{t('column.providerId')}</dt>
            <dd>{part.providerId}</dd>
          </div>
        )}
      </dl>
      {steps.length > 0 && <Steps steps={steps} />}
    </div>
  );
}

const EVIDENCE: readonly string[] = Object.values(MESSAGE_EVIDENCE).flat();
type Evidence = (typeof MESSAGE_EVIDENCE)[keyof typeof MESSAGE_EVIDENCE][number];
const isEvidence = (text: string | null): text is Evidence => text !== null && EVIDENCE.includes(text);

function Steps({ steps }: { readonly steps: Details['steps'] }) {
  const texts = useMessageTexts();
  const { t } = useTranslation('satelliteMessages');
  const { formatDateTime } = useFormat();
  return (
    <ol className={styles.steps} aria-label={t('details.steps')}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only appended
        <li key={index}>
          <time dateTime={new Date(step.time).toISOString()}>{formatDateTime(step.time)}</time>
          <MessageStateTag state={step.state} />
          {step.reason !== null && <small>{texts.reasons[step.reason]}</small>}
          {isEvidence(step.evidence) && <small>{t(`evidence.${step.evidence}`)}</small>}
          {step.detail !== '' && <small>{t('details.response', { text: step.detail })}</small>}
        </li>
      ))}
    </ol>
  );
}
