import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { countSelected } from '../../parts/devices/device-selection.ts';
import { useValueTexts } from '../../parts/instructions/use-value-texts.ts';
import { describeValues } from '../../parts/instructions/value-text.ts';
import styles from './instructions.module.css';
import type { SendRequest } from './use-send.ts';

/**
 * Asks before an instruction is sent, with the number of devices and the values; before a dangerous one twice. Returns
 * whether the user confirmed it.
 */
export function useConfirmSend(): (request: Omit<SendRequest, 'confirmed'>) => Promise<boolean> {
  const { t } = useTranslation('instructions');
  const { t: tApp } = useTranslation('app');
  const texts = useValueTexts();
  const { modal } = App.useApp();
  const { formatCount } = useFormat();

  return async ({ selection, instruction, parameters, channel }) => {
    const { title, dangerous } = instructionOf(instruction);
    const name = title[texts.language];
    const count = countSelected(selection);
    // The default is not worth a line.
    const sms = channel === 'sms' ? [{ title: t('column.channel'), value: t('channel.sms') }] : [];
    const values = [...describeValues(instruction, parameters, texts), ...sms];
    const content = (
      <dl className={styles.values}>
        {values.map(({ title: label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
    const first = await modal.confirm({
      title: t('confirm.title', { count, number: formatCount(count), name }),
      content: values.length > 0 && content,
      okText: t(dangerous ? 'confirm.continue' : 'send'),
      cancelText: tApp('action.cancel'),
    });
    if (!first || !dangerous) return first;
    return modal.confirm({
      title: t('confirm.dangerTitle', { name }),
      content: (
        <>
          <p>{t('confirm.danger')}</p>
          {content}
          <p>{t('confirm.devices', { count, number: formatCount(count) })}</p>
        </>
      ),
      okText: t('confirm.dangerOk'),
      okButtonProps: { danger: true },
      cancelText: tApp('action.cancel'),
      autoFocusButton: 'cancel',
    });
  };
}
