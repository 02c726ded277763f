import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import type { UnregisteredDevice } from '@wakeline/contract/trackers/unregistered';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import type { TrackerSubject } from '../../../../parts/devices/subjects.ts';
import { RecordTable } from '../../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { useSearchParams } from '../../../../ui/search-params.ts';
import { TrackerForm } from '../../tracker-form.tsx';
import { RegisterDialog } from './register-dialog.tsx';
import styles from './unregistered.module.css';
import { useUnregisteredColumns } from './unregistered-columns.tsx';
import {
  parseUnregisteredRequest,
  type UnregisteredRequest,
  withUnregisteredRequest,
} from './unregistered-request.ts';
import { useReloadUnregistered, useUnregistered } from './use-unregistered.ts';

/** Devices that report but belong to no account, to register one or several. The address contains filter and page. */
export function UnregisteredTab() {
  const { t } = useTranslation('deviceMessages');
  const { t: tDevices } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatCount } = useFormat();
  const [search, setSearch] = useSearchParams();
  const request = parseUnregisteredRequest(search);
  const query = useUnregistered(request);
  const failure = useListFailure(query);
  const columns = useUnregisteredColumns();
  const reload = useReloadUnregistered();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [subject, setSubject] = useState<TrackerSubject | null>(null);
  const [registering, setRegistering] = useState(false);
  const { keywords, protocol } = request;
  const isFiltered = keywords !== '' || protocol !== null;

  const change = (next: Partial<UnregisteredRequest>) =>
    setSearch((last) =>
      withUnregisteredRequest(last, { ...parseUnregisteredRequest(last), index: 1, ...next }),
    );
  function handleSaved(imei: string | undefined): void {
    setTicked((last) => last.filter((one) => one !== imei));
    void reload();
  }

  return (
    <>
      <search className={styles.filters}>
        <Input.Search
          // Remounts the field when the address changes.
          key={keywords}
          className={styles.search ?? ''}
          defaultValue={keywords}
          allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={tDevices('clear')} /> }}
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={100}
          enterButton={<Button aria-label={tDevices('searchStart')} icon={<IconSearch size={16} />} />}
          onSearch={(text) => change({ keywords: text.trim() })}
        />
        <Select<ProtocolName | ''>
          aria-label={t('column.protocol')}
          value={protocol ?? ''}
          options={[
            { value: '', label: t('allProtocols') },
            ...PROTOCOL_NAMES.map((name) => ({ value: name, label: tTrackers(`protocolName.${name}`) })),
          ]}
          onChange={(name) => change({ protocol: name === '' ? null : name })}
        />
        <Button
          type="primary"
          disabled={ticked.length === 0}
          icon={<IconPlus size={16} />}
          onClick={() => setRegistering(true)}
        >
          {ticked.length === 0
            ? t('register.ok')
            : t('registerTicked', { count: ticked.length, number: formatCount(ticked.length) })}
        </Button>
      </search>
      <RecordTable<UnregisteredDevice>
        label={t('title')}
        name="unregistered"
        rows={query.data?.list}
        rowKey={({ imei }) => imei}
        columns={columns}
        minWidth={1100}
        {...failure}
        empty={t(isFiltered ? 'noneFound' : 'none')}
        selection={{
          keys: ticked,
          onChange: (keys) => setTicked(keys.map(String)),
          rowLabel: ({ imei }) => t('tick', { imei }),
          pageLabel: t('tickAll'),
        }}
        actions={({ imei }) => (
          <Button
            size="small"
            aria-label={t('registerOne', { imei })}
            onClick={() => setSubject({ kind: 'add', groupId: null, imei })}
          >
            {t('register.ok')}
          </Button>
        )}
        page={{
          index: request.index,
          size: request.size,
          total: query.data?.total ?? 0,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <TrackerForm
        subject={subject}
        onClose={() => setSubject(null)}
        onSaved={() => handleSaved(subject?.kind === 'add' ? subject.imei : undefined)}
      />
      {registering && (
        <RegisterDialog
          imeis={ticked}
          onClose={() => setRegistering(false)}
          onRegistered={(failed) => {
            setTicked(failed);
            void reload();
          }}
        />
      )}
    </>
  );
}
