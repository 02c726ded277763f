import { IconArrowBackUp, IconInfoCircle, IconMessage, IconRefresh } from '@tabler/icons-react';
import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessageDetails } from '../messages/message-details.tsx';
import { useMessageActions } from '../messages/use-message-actions.ts';
import { useMessagePages } from '../messages/use-messages.ts';
import { SatelliteScreen } from '../satellite-screen.tsx';
import { useMarkSeen } from '../unread/use-unread.ts';
import { useSatellitePage } from '../use-satellite-page.ts';
import styles from './record.module.css';
import { RECORD_TABLE_WIDTH, useRecordColumns } from './record-columns.tsx';
import { RecordFilters } from './record-filters.tsx';
import { parseConditions, type RecordConditions, toFilter, toSearch } from './record-request.ts';

const PAGE_SIZE = 50;
/** Characters of a text in the name of a button. */
const LABEL_LENGTH = 40;

/** All satellite messages that the user sees. The address contains the filter and the message in the drawer. */
export function RecordPage() {
  const { t } = useTranslation('satelliteMessages');
  const { filter: pageFilter, search, setSearch } = useSatellitePage();
  const conditions = parseConditions(search);
  const filter = toFilter(conditions);
  const openId = Number(search.get('message')) || null;
  const query = useMessagePages(
    'queryHistoryEobBdMsgs',
    { ...filter, ...pageFilter },
    { pageSize: PAGE_SIZE, keepPrevious: true },
  );
  const { messages, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const failure = useListFailure(query);
  const columns = useRecordColumns();
  const client = useClient();
  useMarkSeen();
  const isFiltered = Object.keys(filter).length > 0;

  function change(next: Partial<RecordConditions>): void {
    setSearch((last) => toSearch({ ...parseConditions(last), ...next }));
  }
  const open = (messageId: number | null) =>
    setSearch((last) => ({
      ...toSearch(parseConditions(last)),
      ...(messageId === null ? {} : { message: String(messageId) }),
    }));

  return (
    <SatelliteScreen tab="messageRecord">
      <RecordFilters
        conditions={conditions}
        onChange={change}
        onClear={() => setSearch(() => ({}))}
        tools={
          <ExportButton
            start={() => client.call('exportEobBdMsgExcelFile', { ...filter, ...pageFilter })}
            disabled={messages === undefined || messages.length === 0}
          />
        }
      />
      <RecordTable<SatelliteMessage>
        label={t('record.label')}
        name="satellite-messages"
        rows={messages}
        rowKey={({ messageId }) => messageId}
        columns={columns}
        minWidth={RECORD_TABLE_WIDTH}
        {...failure}
        empty={t(isFiltered ? 'record.noneFound' : 'record.none')}
        actionsWidth={140}
        actions={(message) => <Actions message={message} onDetails={() => open(message.messageId)} />}
      />
      {messages !== undefined && messages.length > 0 && (
        <div className={styles.more}>
          {hasNextPage ? (
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('record.more')}
            </Button>
          ) : (
            messages.length > PAGE_SIZE && <span>{t('record.all')}</span>
          )}
        </div>
      )}
      <MessageDetails messageId={openId} onClose={() => open(null)} />
    </SatelliteScreen>
  );
}

interface ActionsProps {
  readonly message: SatelliteMessage;
  readonly onDetails: () => void;
}

/** Buttons at the end of a row. */
function Actions({ message, onDetails }: ActionsProps) {
  const { t } = useTranslation('satelliteMessages');
  const navigate = useNavigate();
  const actions = useMessageActions();
  const { buildUrl } = useSatellitePage();
  const { abilities, bdUserId, bdUserName, content } = message;
  return (
    <RecordActions edit={false} remove={false}>
      {abilities.cancel && (
        <IconButton
          label={t('cancel.do')}
          icon={<IconArrowBackUp size={18} stroke={1.75} />}
          onClick={() => actions.cancel(message)}
        />
      )}
      {abilities.resend && (
        <IconButton
          label={t('resend.do')}
          icon={<IconRefresh size={18} stroke={1.75} />}
          onClick={() => actions.resend(message)}
        />
      )}
      {bdUserId !== null && (
        <IconButton
          label={t('record.conversation', { name: bdUserName ?? '' })}
          icon={<IconMessage size={18} stroke={1.75} />}
          onClick={() => navigate(buildUrl('sendMessage', { terminal: String(bdUserId) }))}
        />
      )}
      <IconButton
        label={t('record.details', { text: content.slice(0, LABEL_LENGTH) })}
        icon={<IconInfoCircle size={18} stroke={1.75} />}
        onClick={onDetails}
      />
    </RecordActions>
  );
}
