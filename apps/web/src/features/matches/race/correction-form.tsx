import { LIMITS } from '@wakeline/contract/limits';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import type { SplitPassing } from '@wakeline/contract/matches/standings';
import { OFFICIAL_STATUSES } from '@wakeline/domain/races/corrections';
import type { RacePoint } from '@wakeline/domain/races/race-course';
import { App, Form, Input, InputNumber, Modal, Radio, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { showFieldError } from '../../../parts/forms/field-error.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../matches.module.css';
import { TimeField } from '../time-field.tsx';
import { type CorrectionFields, toCorrection, toCorrectionFields } from './correction-values.ts';
import { participantLabel } from './race-devices.ts';

/** What is corrected. */
export type CorrectionSubject =
  | {
      readonly kind: 'passing';
      readonly point: RacePoint;
      readonly label: string;
      readonly passing: SplitPassing | null;
    }
  | { readonly kind: 'status' }
  | { readonly kind: 'penalty'; readonly seconds: number; readonly points: number };

interface CorrectionFormProps {
  readonly match: MatchDetails;
  readonly participant: Participant;
  /** Null: closed. */
  readonly subject: CorrectionSubject | null;
  /** Of the participant, epoch milliseconds. */
  readonly startTime: number;
  readonly onClose: () => void;
}

const DECISIONS = ['time', 'notUntil', 'missing', 'detected'] as const;
const DAY_SECONDS = 86_400;
const MAX_POINTS = 10_000;

/** A decision of an official, with its reason. */
export function CorrectionForm({ match, participant, subject, startTime, onClose }: CorrectionFormProps) {
  const { t } = useTranslation('matches');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<CorrectionFields>();
  const correct = useMatchChange('correctParticipant');
  // Keeps the last content visible while the dialog closes.
  const last = useRef<CorrectionSubject>({ kind: 'status' });
  if (subject !== null) last.current = subject;
  const displayed = last.current;
  const name = participantLabel(participant);

  function submit(): void {
    // Fields that are not rendered are read from the form.
    const fields: CorrectionFields = form.getFieldsValue(true);
    const correction = toCorrection(displayed, fields, timeZone);
    if (correction === null) return;
    const { matchId } = match;
    correct.mutate(
      { matchId, participantId: participant.participantId, correction, reason: (fields.reason ?? '').trim() },
      {
        onSuccess() {
          message.success(t('correctionSaved', { name }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          if (!showFieldError(form, error, { 'correction-time': 'time' } as const, text)) message.error(text);
        },
      },
    );
  }

  return (
    <Modal
      open={subject !== null}
      title={
        displayed.kind === 'passing'
          ? t('correctPassing', { point: displayed.label, name })
          : t(displayed.kind === 'status' ? 'correctStatus' : 'correctPenalty', { name })
      }
      okText={tApp('action.save')}
      cancelText={tApp('action.cancel')}
      confirmLoading={correct.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      width={440}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Form<CorrectionFields>
        form={form}
        clearOnDestroy
        layout="vertical"
        initialValues={toCorrectionFields(displayed, timeZone, Math.max(startTime, serverNow()))}
        onFinish={submit}
      >
        {displayed.kind === 'passing' && <PassingFields isStart={displayed.point.kind === 'start'} />}
        {displayed.kind === 'status' && (
          <Form.Item name="status" label={t('statusLabel')}>
            <Select
              allowClear
              placeholder={t('statusByPositions')}
              options={OFFICIAL_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            />
          </Form.Item>
        )}
        {displayed.kind === 'penalty' && (
          <div className={styles.row}>
            <Form.Item name="seconds" label={t('penaltySeconds')} extra={t('penaltySecondsHint')}>
              <InputNumber
                className={styles.field ?? ''}
                precision={0}
                min={-DAY_SECONDS}
                max={DAY_SECONDS}
                suffix={t('seconds')}
              />
            </Form.Item>
            <Form.Item name="points" label={t('penaltyPoints')} extra={t('penaltyPointsHint')}>
              <InputNumber className={styles.field ?? ''} min={-MAX_POINTS} max={MAX_POINTS} />
            </Form.Item>
          </div>
        )}
        <Form.Item name="reason" label={t('reason')} extra={t('reasonHint')}>
          <Input.TextArea maxLength={LIMITS.note} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function PassingFields({ isStart }: { readonly isStart: boolean }) {
  const { t } = useTranslation('matches');
  const form = Form.useFormInstance<CorrectionFields>();
  const decision = Form.useWatch('decision', form);
  return (
    <>
      <Form.Item name="decision" label={t('decision')}>
        <Radio.Group
          vertical
          options={DECISIONS.filter((value) => !isStart || value !== 'notUntil').map((value) => ({
            value,
            label: t(`decisionOf.${value}`),
          }))}
        />
      </Form.Item>
      {(decision === 'time' || decision === 'notUntil') && (
        <Form.Item
          name="time"
          label={t(decision === 'time' ? 'passingTime' : 'notUntil')}
          extra={decision === 'notUntil' && t('notUntilHint')}
          validateTrigger="onChange"
          rules={[{ required: true, message: t('chooseTime') }]}
        >
          <TimeField seconds />
        </Form.Item>
      )}
    </>
  );
}
