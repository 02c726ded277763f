import {
  IconAntennaBarsOff,
  IconBan,
  IconCircleCheck,
  IconCreditCardOff,
  IconLoader,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { BdUser } from '@wakeline/contract/satellite/accounts';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './satellite.module.css';

type CardMachine = NonNullable<BdUser['machine']>;

const ICONS: Readonly<Record<CardMachine['condition'], TablerIcon>> = {
  offline: IconPlugConnectedX,
  silent: IconLoader,
  'no-card': IconCreditCardOff,
  'no-signal': IconAntennaBarsOff,
  restrained: IconBan,
  ready: IconCircleCheck,
};

/** The command machine of a card: whether it can send, and what it says about itself if the card is its own. */
export function MachineState({ machine: { condition, since, own } }: { readonly machine: CardMachine }) {
  const { t } = useTranslation('satellite');
  const { formatDateTime } = useFormat();
  const Icon = ICONS[condition];
  const details = [
    t('machine.since', { time: formatDateTime(since) }),
    ...(own === null
      ? []
      : [
          own.broadcast === null ? null : t('machine.broadcast', { number: own.broadcast }),
          own.level === null ? null : t('levelNumber', { number: own.level }),
          own.frequency === null ? null : t('machine.frequency', { count: own.frequency }),
          isKind(own.kind) ? t(`cardKindName.${own.kind}`) : null,
        ]),
  ].filter((line) => line !== null);
  return (
    <Tooltip title={<span className={styles.details}>{details.join('\n')}</span>}>
      {/* Focusable: the details are also for the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <span className={styles.machine} data-condition={condition} tabIndex={0}>
        <span>
          <Icon size={16} stroke={1.75} aria-hidden />
          {t(`machine.condition.${condition}`)}
        </span>
        <small>
          {own === null ? t('machine.subordinate') : t('machine.own', { count: own.subordinates })}
        </small>
      </span>
    </Tooltip>
  );
}

const isKind = (kind: number | null): kind is 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 =>
  kind !== null && kind >= 0 && kind <= 7;
