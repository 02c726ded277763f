import { IconKey, IconPlus, IconSend } from '@tabler/icons-react';
import type { ForwardTarget } from '@wakeline/contract/delivery/forward-targets';
import { App, Button, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { errorText } from '../../service/error-text.ts';
import { useCopy } from '../../ui/copy.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PagedList } from './paged-list.tsx';
import { TargetFormDrawer, type TargetSubject } from './target-form.tsx';
import { TargetState } from './target-state.tsx';
import { useDeliveryChange, useForwardTargets } from './use-delivery.ts';

/** Systems to which positions and events are forwarded, with the state of each. */
export function ForwardingSection() {
  const { t } = useTranslation('forwarding');
  const { t: tDelivery } = useTranslation('delivery');
  const { formatCount } = useFormat();
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const copy = useCopy();
  const query = useForwardTargets();
  const edit = useDeliveryChange('editForwardTarget');
  const remove = useDeliveryChange('removeForwardTarget');
  const test = useDeliveryChange('testForwardTarget');
  const [subject, setSubject] = useState<TargetSubject | null>(null);
  const onError = (error: unknown) => void message.error(errorText(error, language));

  function setEnabled({ targetId, form, waiting }: ForwardTarget, enabled: boolean): void {
    const change = { targetId, target: { ...form, enabled } };
    if (enabled || waiting === 0) {
      edit.mutate(change, { onError });
      return;
    }
    confirm(
      {
        title: t('offTitle', { name: form.targetName }),
        content: t('offText', { number: formatCount(waiting) }),
        okText: t('off'),
        successText: t('offDone', { name: form.targetName }),
      },
      () => edit.mutateAsync(change),
    );
  }

  function sendTest({ targetId, form: { targetName: name } }: ForwardTarget): void {
    test.mutate(
      { targetId },
      {
        onSuccess({ isDelivered, reason, detail }) {
          if (isDelivered) {
            message.success(t('tested', { name }));
            return;
          }
          const parts = [...(reason === null ? [] : [tDelivery(`messages.reason.${reason}`)]), detail];
          message.error(t('testFailed', { name, reason: parts.filter((part) => part !== '').join(', ') }));
        },
        onError,
      },
    );
  }

  function confirmRemoval({ targetId, form: { targetName: name } }: ForwardTarget): void {
    confirm(
      {
        title: t('removeTitle', { name }),
        content: t('removeText'),
        okText: t('remove'),
        successText: t('removed', { name }),
      },
      () => remove.mutateAsync({ targetId }),
    );
  }

  return (
    <SettingsSection
      title={t('title')}
      description={t('about')}
      action={
        <Button size="small" icon={<IconPlus size={14} />} onClick={() => setSubject({ kind: 'add' })}>
          {t('add')}
        </Button>
      }
    >
      <QueryContent query={query}>
        {({ list }) => (
          <PagedList<ForwardTarget>
            label={t('title')}
            rows={list}
            rowKey={({ targetId }) => targetId}
            empty={t('none')}
            actions={(target) => (
              <TargetActions
                target={target}
                isTesting={test.isPending && test.variables.targetId === target.targetId}
                onEdit={() => setSubject({ kind: 'edit', target })}
                onRemove={() => confirmRemoval(target)}
                onTest={() => sendTest(target)}
                onEnable={(enabled) => setEnabled(target, enabled)}
                onCopy={(secret) => copy(secret, t('secretLabel'))}
              />
            )}
          >
            {(target) => (
              <>
                <strong title={target.form.targetName}>{target.form.targetName}</strong>
                <TargetText target={target} />
                <TargetState target={target} />
              </>
            )}
          </PagedList>
        )}
      </QueryContent>
      <TargetFormDrawer subject={subject} onClose={() => setSubject(null)} />
    </SettingsSection>
  );
}

interface TargetActionsProps {
  readonly target: ForwardTarget;
  readonly isTesting: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onTest: () => void;
  readonly onEnable: (enabled: boolean) => void;
  readonly onCopy: (secret: string) => void;
}

function TargetActions(props: TargetActionsProps) {
  const { t } = useTranslation('forwarding');
  const { form, secret } = props.target;
  const name = form.targetName;
  return (
    <>
      <Switch
        size="small"
        checked={form.enabled}
        aria-label={t('enableOf', { name })}
        onChange={props.onEnable}
      />
      <RecordActions
        edit={{ label: t('edit', { name }), onClick: props.onEdit }}
        remove={{ label: t('removeOne', { name }), onClick: props.onRemove }}
      >
        {secret !== null && (
          <IconButton
            label={t('secret', { name })}
            icon={<IconKey size={18} stroke={1.75} />}
            onClick={() => props.onCopy(secret)}
          />
        )}
        <IconButton
          label={t('testOf', { name })}
          icon={<IconSend size={18} stroke={1.75} />}
          disabled={props.isTesting}
          onClick={props.onTest}
        />
      </RecordActions>
    </>
  );
}

/** Where a target is, and what it gets of which devices. */
function TargetText({ target: { form } }: { readonly target: ForwardTarget }) {
  const { t } = useTranslation('forwarding');
  const { t: tDelivery } = useTranslation('delivery');
  const { kind, url, contents, scope } = form;
  const devices =
    scope.type === 'all'
      ? tDelivery('subscriptions.scope.all')
      : scope.type === 'groups'
        ? tDelivery('subscriptions.groupCount', { count: scope.groupIds.length })
        : tDelivery('subscriptions.deviceCount', { count: scope.trackerIds.length });
  return (
    <>
      <span>{[t(`kind.${kind}`), url, ...(kind === 'mqtt' ? [form.topic] : [])].join(' · ')}</span>
      <span>{[contents.map((content) => t(`content.${content}`)).join(', '), devices].join(' · ')}</span>
    </>
  );
}
