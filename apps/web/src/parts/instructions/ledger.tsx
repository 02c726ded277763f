import {
  IconArrowBackUp,
  IconInfoCircle,
  IconMapPin,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import type { InstructionFilter, InstructionRecord } from '@wakeline/contract/instructions';
import { TRACK_ROLES } from '@wakeline/contract/roles';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { serverNow } from '../../live/live-store.ts';
import { useSession } from '../../service/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { buildReplayUrlAt } from '../addresses/single-replay-url.ts';
import { RecordActions } from '../records/record-actions.tsx';
import { RecordTable } from '../records/record-table.tsx';
import { useListFailure } from '../records/use-list-failure.ts';
import styles from './ledger.module.css';
import { useLedgerColumns } from './ledger-columns.tsx';
import { LedgerDetails } from './ledger-details.tsx';
import { StatusCounts } from './status-counts.tsx';
import { useInstructionList } from './use-instructions.ts';
import { useLedgerActions } from './use-ledger-actions.tsx';

interface LedgerProps {
  /** Accessible name; `name` is the storage key of the columns. */
  readonly label: string;
  readonly name: string;
  readonly filter: InstructionFilter;
  readonly empty: ReactNode;
  /** Whether all instructions are of one device. */
  readonly forDevice?: boolean;
  /** Whether it has few columns, for narrow places. */
  readonly compact?: boolean;
  readonly page: { readonly index: number; readonly size: number };
  readonly onPage: (index: number, size: number) => void;
}

/** The table of instructions with their results, which updates itself. */
export function Ledger(props: LedgerProps) {
  const { label, name, filter, empty, forDevice = false, compact = false, page, onPage } = props;
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const navigate = useNavigate();
  const { roles } = useSession();
  const { formatCount } = useFormat();
  const query = useInstructionList(filter, page.index, page.size);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useLedgerColumns(forDevice ? 'device' : compact ? 'compact' : 'all');
  const [ticked, setTicked] = useState<readonly InstructionRecord[]>([]);
  const [openId, setOpenId] = useState<number | null>(null);
  const actions = useLedgerActions(() => setTicked([]));
  const rows = data?.list;
  const byId = new Map([...ticked, ...(rows ?? [])].map((record) => [record.instructionId, record]));
  const canSend = data?.abilities.send ?? false;
  // The listed rows are newer than what was ticked.
  const current = ticked.map((record) => byId.get(record.instructionId) ?? record);
  const recallable = current.filter(({ abilities }) => abilities.recall);
  const resendable = current.filter(({ abilities }) => abilities.resend);
  const isGranted = (wanted: readonly string[]) =>
    !forDevice && roles.some((role) => wanted.includes(role.name));
  const nameOf = ({ trackerName, instruction }: InstructionRecord) => ({
    device: trackerName,
    instruction: instructionOf(instruction).title[language],
  });

  return (
    <>
      {data && <StatusCounts counts={data.counts} />}
      {canSend && ticked.length > 0 && (
        <div className={styles.bar} role="toolbar" aria-label={t('batch.label')}>
          <span role="status">
            {t('batch.ticked', { count: ticked.length, number: formatCount(ticked.length) })}
          </span>
          <Button size="small" disabled={recallable.length === 0} onClick={() => actions.recall(recallable)}>
            {t('recall.ticked')}
          </Button>
          <Button size="small" disabled={resendable.length === 0} onClick={() => actions.resend(resendable)}>
            {t('resend.ticked')}
          </Button>
        </div>
      )}
      <RecordTable<InstructionRecord>
        label={label}
        name={name}
        rows={rows}
        rowKey={({ instructionId }) => instructionId}
        columns={columns}
        minWidth={compact ? 640 : forDevice ? 1_060 : 1_260}
        {...failure}
        empty={empty}
        {...(canSend
          ? {
              selection: {
                keys: ticked.map(({ instructionId }) => instructionId),
                onChange: (keys) => setTicked(keys.flatMap((key) => byId.get(Number(key)) ?? [])),
                rowLabel: (record) => t('tick', nameOf(record)),
                pageLabel: t('tickPage'),
              },
            }
          : {})}
        actionsWidth={forDevice ? 120 : 168}
        actions={(record) => (
          <RecordActions edit={false} remove={false}>
            {record.abilities.recall && (
              <IconButton
                label={t('recall.one', nameOf(record))}
                icon={<IconArrowBackUp size={18} stroke={1.75} />}
                onClick={() => actions.recall([record])}
              />
            )}
            {record.abilities.resend && (
              <IconButton
                label={t('resend.one', nameOf(record))}
                icon={<IconRefresh size={18} stroke={1.75} />}
                onClick={() => actions.resend([record])}
              />
            )}
            {isGranted(TRACK_ROLES) && (
              <IconButton
                label={t('replay', nameOf(record))}
                icon={<IconPlayerPlay size={18} stroke={1.75} />}
                onClick={() => navigate(buildReplayUrlAt(record.trackerId, record.createdTime, serverNow()))}
              />
            )}
            {isGranted(['eob_plugin_loc_monitor']) && (
              <IconButton
                label={t('onMap', nameOf(record))}
                icon={<IconMapPin size={18} stroke={1.75} />}
                onClick={() => navigate(`/Map?device=${record.trackerId}`)}
              />
            )}
            <IconButton
              label={t('details', nameOf(record))}
              icon={<IconInfoCircle size={18} stroke={1.75} />}
              onClick={() => setOpenId(record.instructionId)}
            />
          </RecordActions>
        )}
        page={{ ...page, total: data?.total ?? 0, onChange: onPage }}
      />
      <LedgerDetails
        record={openId === null ? null : (byId.get(openId) ?? null)}
        onClose={() => setOpenId(null)}
      />
    </>
  );
}
