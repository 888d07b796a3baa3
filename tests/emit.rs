mod support {
    pub mod cosim;
    pub mod expressions;
    pub mod tools;
}
#[test]
fn look() {
    let cases = support::expressions::cases();
    println!("{}", cases[0].emitted.as_ref().unwrap().0);
    println!("{:?}", support::cosim::replay(&cases));
}
