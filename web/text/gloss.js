/** What the words of the shipped models mean, for readers who do not read Chinese. Numbered names keep their letter. */

const KINDS = {
  服务: 'service', 网关: 'gateway', 任务: 'task', 配置中心: 'config centre', 注册中心: 'registry', 数据库: 'database', 缓存: 'cache', 队列: 'queue',
};

const WORDS = {
  '。': '.', '，': ',', 它: 'it', 因为: 'because', 这: 'this', 是: 'is', 被: 'by (passive)', 了: '(done)', 指: 'means', 调用: 'call', 访问: 'access', 请求: 'request',
  连接: 'connect to', 查询: 'query', 通知: 'notify', 检查: 'check', 重启: 'restart', 修复: 'repair', 更新: 'update', 配置: 'configuration', 数据: 'data',
  证书: 'certificate', 密钥: 'secret key', 内存: 'memory', 磁盘: 'disk', 网络: 'network', 昨晚: 'last night', 刚才: 'just now', 今天: 'today', 再次: 'again',
  获取: 'get', 读取: 'read', 同步: 'sync', 加载: 'load', 需要: 'need', 最新: 'latest', 负责: 'be in charge of', 这次: 'this time', 巡检: 'inspection',
  正在: 'now', 执行: 'run', 定时: 'scheduled', 任务流: 'job flow', 操作: 'operation', 的: '’s', 发起方: 'initiator', 收到: 'receive', 人工: 'manual',
  指令: 'instruction', 系统: 'system', 运行: 'run', 平稳: 'smoothly', 监控: 'monitoring', 没有: 'not have', 告警: 'alarm', 日志: 'logs', 已经: 'already',
  归档: 'archived', 值班: 'on-duty', 同事: 'colleague', 做: 'make', 记录: 'record', 整个: 'whole', 过程: 'process', 很: 'very', 顺利: 'smooth', 其他: 'other',
  模块: 'module', 变化: 'change', 启动: 'start', 后: 'after', 本地: 'local', 已: 'already', 过期: 'expired', 丢失: 'lost', 缺少: 'lack', 有: 'have', 快: 'nearly',
  用完: 'used up', 出现: 'show', 充足: 'plentiful', 保存: 'keep', 管理: 'manage', 可以: 'can', 提供: 'provide', 不足: 'insufficient', 异常: 'abnormal',
};

/** @param {string} word vocabulary form → its English meaning, or '' where none is known */
export function gloss(word) {
  const [kind, letter] = word.split(' ');
  return letter && KINDS[kind] ? `${KINDS[kind]} ${letter}` : WORDS[word] ?? '';
}
