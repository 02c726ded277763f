import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { Alert, App, Form, Modal, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../matches.module.css';
import { ClassField } from './class-field.tsx';

interface AddDialogProps {
  readonly match: MatchDetails;
  readonly open: boolean;
  readonly onClose: () => void;
}

interface Fields {
  readonly groupId: number;
  readonly classId: number | null;
}

interface Branch {
  readonly value: number;
  readonly title: string;
  readonly children: Branch[];
}

/** Adds the devices of a group and its subgroups as participants. */
export function AddGroupDialog({ match, open, onClose }: AddDialogProps) {
  const { t } = useTranslation('matches');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const groups = useGroups();
  const add = useMatchChange('addGroupToMatch');
  const branchesOf = (parentId: number | null): Branch[] =>
    groups.list
      .filter((group) => group.parentId === parentId)
      .map(({ groupId, gn }) => ({ value: groupId, title: gn, children: branchesOf(groupId) }));

  const submit = ({ groupId, classId }: Fields) =>
    add.mutate(
      { matchId: match.matchId, groupId, classId: classId ?? null },
      {
        onSuccess({ added }) {
          message.success(t('added', { count: added }));
          onClose();
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );

  return (
    <Modal
      open={open}
      title={t('addFromGroup')}
      okText={t('addAll')}
      cancelText={tApp('action.cancel')}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      width={420}
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
        <p className={styles.hint}>{t('addFromGroupHint')}</p>
        {groups.failed && <Alert type="error" showIcon title={t('groupsFailed')} />}
        <Form.Item
          name="groupId"
          label={t('group')}
          validateTrigger="onChange"
          rules={[{ required: true, message: t('required') }]}
        >
          <TreeSelect
            showSearch={{ treeNodeFilterProp: 'title' }}
            treeDefaultExpandAll
            loading={groups.pending}
            placeholder={t('chooseGroup')}
            treeData={branchesOf(null)}
          />
        </Form.Item>
        <ClassField match={match} />
      </Form>
    </Modal>
  );
}
