import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import type { BdUserFilter } from '@wakeline/contract/satellite/accounts';
import type { TerminalPlane } from '@wakeline/contract/satellite/planes';
import type { BdSendLimit, BdSendQuota } from '@wakeline/contract/satellite/send-limits';
import { fillPlaceholders, findPlaceholders, utcText } from '@wakeline/domain/satellite/message-placeholders';
import { App, Button, Checkbox, Input, Tooltip } from 'antd';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { errorText } from '../../../service/error-text.ts';
import { createRequestKey } from '../../../service/request-key.ts';
import { useBatchSend, useMessageChange } from '../messages/use-messages.ts';
import styles from './composer.module.css';
import { Counter, EarliestTime } from './counter.tsx';
import { NO_DRAFT, useDraft } from './drafts-store.ts';
import { measureForAll, replaceCharacters, unitsLeft } from './send-measure.ts';
import { TemplatePicker } from './template-picker.tsx';

/** Terminals that are named if they cannot be reached. */
const MAX_NAMES = 10;

interface ComposerProps {
  /** Whose draft it edits. */
  readonly draftKey: string;
  /** Terminals that receive the message, as far as they are loaded; `receiverIds` has all. */
  readonly terminals: readonly BdSendLimit[];
  readonly receiverIds: readonly number[];
  /** Of the account; undefined while it is loaded. */
  readonly quota: BdSendQuota | undefined;
  readonly canUrgent: boolean;
  /** The plane of the only receiver, for the placeholders of templates. */
  readonly plane?: TerminalPlane | undefined;
  /** Instead of the receivers: all terminals that match, as a batch task. */
  readonly allOf?: Partial<BdUserFilter> | undefined;
  readonly onSent: (bdUserIds: readonly number[]) => void;
}

/** The form that sends a text, with what it takes and when it can be sent. */
export function Composer({
  draftKey,
  terminals,
  receiverIds,
  quota,
  canUrgent,
  plane,
  allOf,
  onSent,
}: ComposerProps) {
  const { t } = useTranslation('satelliteMessages');
  const language = useLanguage();
  const { message } = App.useApp();
  const counterId = useId();
  const [draft, change] = useDraft(draftKey);
  const send = useMessageChange('sendEobBdMsg');
  const batch = useBatchSend();
  const isPending = send.isPending || batch.isPending;
  const measure = measureForAll(draft.text, terminals, draft.urgent);
  const isComplete = receiverIds.length > 0 && terminals.length === receiverIds.length;
  const isFitting =
    isComplete &&
    measure !== null &&
    measure.unreachable.length === 0 &&
    measure.missing.length === 0 &&
    !measure.isTooLong;
  const placeholders = findPlaceholders(draft.text);
  const left = quota === undefined ? null : unitsLeft(quota);
  const isOverQuota = isFitting && left !== null && measure.costUnits > left;
  const canSend = draft.text.trim() !== '' && (allOf !== undefined || isFitting);
  const onError = (error: unknown) => void message.error(`${errorText(error, language)} ${t('send.kept')}`);

  function submit(): void {
    if (!canSend || isPending) return;
    const requestKey = draft.requestKey ?? createRequestKey();
    change({ requestKey });
    const { text, urgent } = draft;
    if (allOf !== undefined) {
      batch.mutate(
        { filter: allOf, content: text, urgent, requestKey },
        {
          onSuccess({ terminals: count }) {
            change(NO_DRAFT);
            message.success(t('send.batchStarted', { count }));
            onSent([]);
          },
          onError,
        },
      );
      return;
    }
    send.mutate(
      { bdUserIds: [...receiverIds], content: text, urgent, requestKey },
      {
        onSuccess({ messages }) {
          change(NO_DRAFT);
          const count = messages.length;
          message.success(count === 1 ? t('send.sent') : t('send.sentSeveral', { count }));
          onSent(messages.map(({ bdUserId }) => bdUserId));
        },
        onError,
      },
    );
  }

  /** After what was written already. */
  function insert(template: string): void {
    const content = fillPlaceholders(template, valuesOf(plane));
    const text = draft.text === '' ? content : `${draft.text.trimEnd()} ${content}`;
    change({ text: text.slice(0, LIMITS.satelliteText) });
  }

  function submitByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Problems measure={measure} onReplace={(text) => change({ text })} text={draft.text} />
      <Input.TextArea
        aria-label={t('send.text')}
        aria-describedby={measure === null ? undefined : counterId}
        placeholder={t(
          receiverIds.length > 1 || allOf !== undefined ? 'send.placeholderSeveral' : 'send.placeholder',
        )}
        autoSize={{ minRows: 2, maxRows: 8 }}
        readOnly={isPending}
        maxLength={LIMITS.satelliteText}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={submitByKey}
      />
      {measure !== null && (
        <Counter id={counterId} measure={measure} quota={quota} several={receiverIds.length > 1} />
      )}
      {placeholders.length > 0 && (
        <p role="status" className={styles.placeholders}>
          {t('send.placeholders', { names: placeholders.join(' ') })}
        </p>
      )}
      {isOverQuota && (
        <p role="status" className={styles.hint}>
          {t('send.overQuota', { count: measure.costUnits })}
        </p>
      )}
      <div className={styles.bar}>
        {canUrgent && (
          <Tooltip title={t('send.urgentHint')}>
            <Checkbox checked={draft.urgent} onChange={({ target }) => change({ urgent: target.checked })}>
              {t('send.urgent')}
            </Checkbox>
          </Tooltip>
        )}
        <TemplatePicker onPick={insert} />
        <span className={styles.end}>
          {measure !== null && measure.earliestTime !== null && !isOverQuota && (
            <EarliestTime time={measure.isOffline ? null : measure.earliestTime} />
          )}
          <Tooltip title={t('send.keys')}>
            <Button
              type="primary"
              htmlType="submit"
              disabled={!canSend}
              loading={isPending}
              icon={<IconSend size={16} />}
            >
              {t('send.do')}
            </Button>
          </Tooltip>
        </span>
      </div>
    </form>
  );
}

function valuesOf(plane: TerminalPlane | undefined) {
  const flight = plane?.flight ?? null;
  return {
    tail: plane?.tailNumber ?? null,
    flight: flight?.flightNumber ?? null,
    destination: flight === null ? null : (flight.arrival.ident ?? flight.arrival.fieldName),
    alternate: flight?.alternate ?? null,
    time: utcText(serverNow()),
  };
}

interface ProblemsProps {
  readonly measure: ReturnType<typeof measureForAll>;
  readonly text: string;
  readonly onReplace: (text: string) => void;
}

/** Why the text cannot be sent, with what can be done. */
function Problems({ measure, text, onReplace }: ProblemsProps) {
  const { t } = useTranslation('satelliteMessages');
  if (measure === null) return null;
  const { isTooLong, missing, unreachable, measure: worst } = measure;
  return (
    <div role="status">
      {unreachable.length > 0 && (
        <p className={styles.problem}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {t('send.unreachable', {
              names: unreachable
                .slice(0, MAX_NAMES)
                .map(({ bdUserName }) => bdUserName)
                .join(', '),
              count: unreachable.length,
            })}
          </span>
        </p>
      )}
      {missing.length > 0 && (
        <div className={styles.problem}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{t('send.missing', { characters: missing.join(' ') })}</span>
          <div className={styles.choices}>
            <Button size="small" onClick={() => onReplace(replaceCharacters(text, missing, '?'))}>
              {t('send.replace')}
            </Button>
            <Button size="small" onClick={() => onReplace(replaceCharacters(text, missing, ''))}>
              {t('send.remove')}
            </Button>
          </div>
        </div>
      )}
      {isTooLong && (
        <p className={styles.problem}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{t('send.tooLong', { count: worst.parts, max: LIMITS.satelliteParts })}</span>
        </p>
      )}
    </div>
  );
}
