import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Person } from '@wakeline/contract/people/people';
import { Alert, App, Form, Input, Modal, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import styles from '../matches.module.css';
import { ClassField } from './class-field.tsx';

interface AddDialogProps {
  readonly match: MatchDetails;
  readonly open: boolean;
  readonly onClose: () => void;
}

interface Fields {
  readonly classId: number | null;
}

/** Pixels. */
const TABLE_HEIGHT = 320;

/** Adds people of the account, with their numbers and devices. */
export function AddPeopleDialog({ match, open, onClose }: AddDialogProps) {
  const { t } = useTranslation('matches');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const add = useMatchChange('addPeopleToMatch');

  function close(): void {
    setTicked([]);
    onClose();
  }

  const submit = ({ classId }: Fields) =>
    add.mutate(
      { matchId: match.matchId, classId: classId ?? null, personIds: [...ticked] },
      {
        onSuccess({ added }) {
          message.success(t('added', { count: added }));
          close();
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );

  return (
    <Modal
      open={open}
      title={t('addFromPeople')}
      okText={t('addTicked', { count: ticked.length })}
      okButtonProps={{ disabled: ticked.length === 0 }}
      cancelText={tApp('action.cancel')}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={close}
      width={640}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Form<Fields>
        form={form}
        clearOnDestroy
        layout="vertical"
        initialValues={{ classId: match.classes.length === 1 ? match.classes[0]?.classId : null }}
        onFinish={submit}
      >
        <p className={styles.hint}>{t('addFromPeopleHint')}</p>
        <PeopleTable ticked={ticked} onTick={setTicked} />
        <ClassField match={match} />
      </Form>
    </Modal>
  );
}

interface PeopleTableProps {
  readonly ticked: readonly number[];
  readonly onTick: (personIds: readonly number[]) => void;
}

/** People in the race, searched by number, name, club or device. */
function PeopleTable({ ticked, onTick }: PeopleTableProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const client = useClient();
  const [keywords, setKeywords] = useState('');
  const { data, error, isFetching } = useQuery({
    queryKey: [USER_QUERIES, 'people', 'choices', keywords],
    queryFn: ({ signal }) =>
      client.call(
        'queryPeoplesByPage',
        { keywords, status: 'IN_RACE', pageIndex: 1, pageSize: LIMITS.participantsPerCall },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Input.Search
        allowClear
        className={styles.alert ?? ''}
        aria-label={t('searchPeople')}
        placeholder={t('searchPeople')}
        maxLength={LIMITS.name}
        loading={isFetching}
        onSearch={(text) => setKeywords(text.trim())}
      />
      {error !== null && <Alert type="error" showIcon title={errorText(error, language)} />}
      <Table<Person>
        className={styles.alert ?? ''}
        size="small"
        aria-label={t('people')}
        dataSource={[...(data?.list ?? [])]}
        rowKey="personId"
        pagination={false}
        scroll={{ y: TABLE_HEIGHT }}
        loading={data === undefined && error === null}
        locale={{ emptyText: t('noPeople') }}
        rowSelection={{
          selectedRowKeys: [...ticked],
          // People of other searches stay ticked.
          preserveSelectedRowKeys: true,
          onChange: (keys) => onTick(keys.map(Number).slice(0, LIMITS.participantsPerCall)),
          getCheckboxProps: ({ personName: name }) => ({ 'aria-label': t('tickOne', { name }) }) as object,
        }}
        columns={[
          { title: t('number'), dataIndex: 'raceNumber', width: 90 },
          { title: t('personName'), dataIndex: 'personName', ellipsis: true },
          { title: t('club'), dataIndex: 'club', ellipsis: true },
          { title: t('device'), dataIndex: 'trackerName', ellipsis: true },
        ]}
      />
      {data !== undefined && data.total > data.list.length && (
        <p className={styles.hint}>{t('morePeople', { count: data.total - data.list.length })}</p>
      )}
    </>
  );
}
