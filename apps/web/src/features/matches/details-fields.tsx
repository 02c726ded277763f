import { LIMITS } from '@wakeline/contract/limits';
import { matchForm } from '@wakeline/contract/matches/matches';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { toInstant } from '../../format/zone.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { MapsField } from './maps-field.tsx';
import type { MatchFields } from './match-values.ts';
import styles from './matches.module.css';
import { TimeField } from './time-field.tsx';

const { shape } = matchForm;
const DAY_MS = 86_400_000;

interface DetailsFieldsProps {
  readonly isNew?: boolean;
}

/** Fields of the details of a match, in a form of `MatchFields`. */
export function DetailsFields({ isNew = false }: DetailsFieldsProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  return (
    <>
      <NameAndTimes isNew={isNew} />
      <Form.Item name="place" label={t('place')} rules={[fieldRule(shape.place, language)]}>
        <Input maxLength={LIMITS.name} autoComplete="off" />
      </Form.Item>
      <Form.Item name="maps" label={t('maps')} extra={t('mapsHint')}>
        <MapsField />
      </Form.Item>
    </>
  );
}

/** Name, start and end of a match. */
export function NameAndTimes({ isNew = false }: DetailsFieldsProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const required = [{ required: true, message: t('chooseTime') }];
  return (
    <>
      <Form.Item name="matchName" label={t('name')} rules={[fieldRule(shape.matchName, language)]}>
        <Input autoFocus={isNew} maxLength={LIMITS.matchName} autoComplete="off" />
      </Form.Item>
      <div className={styles.row}>
        <Form.Item
          name="startTime"
          label={t('startTime')}
          validateTrigger="onChange"
          extra={t('startHint')}
          rules={required}
        >
          <TimeField seconds />
        </Form.Item>
        <Form.Item
          name="endTime"
          label={t('endTime')}
          validateTrigger="onChange"
          dependencies={['startTime']}
          rules={[
            ...required,
            ({ getFieldValue }) => ({
              async validator(_rule, to: MatchFields['endTime']) {
                const from: MatchFields['startTime'] = getFieldValue('startTime');
                if (!from || !to) return;
                // A picked date is in the zone of the browser, others are not: only their wall times can be compared.
                const duration = toInstant(to, timeZone) - toInstant(from, timeZone);
                if (duration <= 0 || duration > LIMITS.matchDays * DAY_MS) throw new Error(t('timesWrong'));
              },
            }),
          ]}
        >
          <TimeField seconds />
        </Form.Item>
      </div>
    </>
  );
}
