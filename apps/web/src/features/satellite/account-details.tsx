import { LIMITS } from '@wakeline/contract/limits';
import { type BdUser, bdUserForm } from '@wakeline/contract/satellite/accounts';
import { type SatelliteNetwork, TERMINAL_GATEWAYS } from '@wakeline/domain/satellite/networks';
import { Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule, optionalFieldRule } from '../../service/field-rule.ts';
import styles from './satellite.module.css';

const LEVELS = [1, 2, 3, 4, 5] as const;
const CARD_KINDS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** What all terminals of the form have in common. Null: new ones, which need a password. */
export function AccountDetails({ account }: { readonly account: BdUser | null }) {
  const { t } = useTranslation('satellite');
  const language = useLanguage();
  const network = Form.useWatch<SatelliteNetwork>('network') ?? account?.network ?? 'beidou';
  const { shape } = bdUserForm;
  return (
    <>
      <Form.Item
        name="password"
        label={t(account === null ? 'password' : 'newPassword')}
        extra={t(account === null ? 'passwordHint' : 'newPasswordHint')}
        rules={[
          account === null
            ? fieldRule(shape.password, language)
            : optionalFieldRule(shape.password, language),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="gateway" label={t('gateway')} extra={t('gatewayHint')}>
        <Select
          allowClear
          placeholder={t('gatewayDefault')}
          options={TERMINAL_GATEWAYS[network].map((value) => ({ value, label: t(`gatewayName.${value}`) }))}
        />
      </Form.Item>
      <div className={styles.row}>
        <Form.Item
          name="frequency"
          label={t('frequency')}
          rules={[optionalFieldRule(shape.frequency, language)]}
        >
          <InputNumber className={styles.field ?? ''} suffix={t('seconds')} placeholder={t('unknown')} />
        </Form.Item>
        <Form.Item name="bits" label={t('bits')} rules={[optionalFieldRule(shape.bits, language)]}>
          <InputNumber
            className={styles.field ?? ''}
            suffix={t('bitsUnit')}
            placeholder={t(network === 'beidou' ? 'bitsByLevel' : 'bitsByNetwork')}
          />
        </Form.Item>
      </div>
      {network === 'beidou' && (
        <div className={styles.row}>
          <Form.Item name="level" label={t('level')}>
            <Select
              allowClear
              placeholder={t('unknown')}
              options={LEVELS.map((value) => ({ value, label: t('levelNumber', { number: value }) }))}
            />
          </Form.Item>
          <Form.Item name="cardKind" label={t('cardKind')}>
            <Select
              allowClear
              placeholder={t('unknown')}
              options={CARD_KINDS.map((value) => ({ value, label: t(`cardKindName.${value}`) }))}
            />
          </Form.Item>
        </div>
      )}
      <Form.Item name="note" label={t('note')} rules={[optionalFieldRule(shape.note, language)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={LIMITS.note} />
      </Form.Item>
    </>
  );
}
