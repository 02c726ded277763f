import { IconPlus, IconX } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { type BdUser, bdUserForm } from '@wakeline/contract/satellite/accounts';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import { Button, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { TrackerField } from '../../parts/devices/tracker-field.tsx';
import { fieldRule } from '../../service/field-rule.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type AccountFields, NEW_TERMINAL } from './account-values.ts';
import styles from './satellite.module.css';
import { useCardRules } from './use-card-rules.ts';

interface TerminalListProps {
  /** Null: new terminals, which can be several. */
  readonly account: BdUser | null;
  readonly networks: readonly SatelliteNetwork[];
}

/** The network, and name, card and device of each terminal. */
export function TerminalList({ account, networks }: TerminalListProps) {
  const { t } = useTranslation('satellite');
  const form = Form.useFormInstance<AccountFields>();
  const isNew = account === null;

  function changeNetwork(): void {
    form.setFieldValue('gateway', null);
    const terminals: AccountFields['terminals'] = form.getFieldValue('terminals');
    const entered = terminals.flatMap(({ cardNumber }, index) =>
      cardNumber === '' ? [] : [['terminals', index, 'cardNumber'] as ['terminals', number, 'cardNumber']],
    );
    // Shows at once which numbers do not fit the network. The rejection repeats what the fields show.
    if (entered.length > 0) void form.validateFields(entered).catch(() => undefined);
  }

  return (
    <>
      <Form.Item name="network" label={t('network')}>
        <Select<SatelliteNetwork>
          disabled={!isNew || networks.length < 2}
          options={(account === null ? networks : [account.network]).map((value) => ({
            value,
            label: t(`networkName.${value}`),
          }))}
          onChange={changeNetwork}
        />
      </Form.Item>
      <Form.List name="terminals">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) =>
              fields.length === 1 ? (
                <TerminalFields key={key} index={name} isNew={isNew} />
              ) : (
                <fieldset key={key} className={styles.terminal}>
                  <legend>
                    {t('terminalNumber', { number: name + 1 })}
                    <IconButton
                      size="small"
                      label={t('removeTerminal', { number: name + 1 })}
                      icon={<IconX size={14} />}
                      onClick={() => remove(name)}
                    />
                  </legend>
                  <TerminalFields index={name} isNew={isNew} />
                </fieldset>
              ),
            )}
            {isNew && (
              <Form.Item extra={t('addTerminalHint')}>
                <Button
                  block
                  type="dashed"
                  icon={<IconPlus size={16} />}
                  disabled={fields.length >= LIMITS.communicationAccountsPerCall}
                  onClick={() => add(NEW_TERMINAL)}
                >
                  {t('addTerminal')}
                </Button>
              </Form.Item>
            )}
          </>
        )}
      </Form.List>
    </>
  );
}

interface TerminalFieldsProps {
  /** Position of the terminal in the form. */
  readonly index: number;
  readonly isNew: boolean;
}

function TerminalFields({ index, isNew }: TerminalFieldsProps) {
  const { t } = useTranslation('satellite');
  const language = useLanguage();
  const network = Form.useWatch<SatelliteNetwork>('network') ?? 'beidou';
  const cardRules = useCardRules();
  return (
    <>
      <Form.Item
        name={[index, 'bdUserName']}
        label={t('name')}
        rules={[fieldRule(bdUserForm.shape.bdUserName, language)]}
      >
        <Input autoFocus={isNew} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name={[index, 'cardNumber']}
        label={t(network === 'beidou' ? 'cardNumber' : 'imei')}
        extra={isNew ? null : t('cardFixed')}
        validateFirst
        rules={isNew ? cardRules(network) : []}
      >
        <Input inputMode="numeric" autoComplete="off" maxLength={15} disabled={!isNew} />
      </Form.Item>
      <Form.Item name={[index, 'trackerId']} label={t('device')}>
        <TrackerField placeholder={t('unbound')} />
      </Form.Item>
    </>
  );
}
